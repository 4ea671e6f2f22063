import { computed, signal } from '@preact/signals';

/** Where in the dashboard we are: `#/crawls/<id>`. */

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const route = computed(() => {
  const [view = '', id = ''] = hash.value.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return { view, id };
});

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};
