/** All that is wanted of one page may take this long to find, on a thread or in the browser, in milliseconds. */
export const mostMs = 5000;
