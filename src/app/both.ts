/** Both, or the first failure once neither is under way any more: nothing may start behind our back. */
export const both = async <A, B>(a: A | Promise<A>, b: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
};
