import { expect, test } from 'vitest';
import { seen } from '../../../test/support/seen.ts';

const begun =
  '<p>The ferry sails at nine, and again at noon when the tide allows it, as the harbour office says.';
const rest = 'Those who miss it wait in the old hall. There is tea.';

test.each([
  ['a button', `<div>${begun}</p><div hidden>${rest}</div><button>Read more</button></div>`],
  ['a link to nowhere', `${begun} <span hidden>${rest}</span> <a href="#">Show more »</a>`],
  [
    'a button behind the paragraph',
    `${begun}<span hidden>${rest}</span></p><button><span>Mehr lesen</span></button>`,
  ],
  [
    'another language',
    `<div>${begun}</p><div hidden>${rest}</div><p><a href="javascript:void(0)">続きを読む</a></p></div>`,
  ],
])('the rest of a text is read where it is opened: %s', (_, html) => {
  expect(seen(`<main>${html}</main>`)).toContain(rest);
});

test.each([
  ['a link that leads on', `<div>${begun}</p><div hidden>${rest}</div><a href="/more">Read more</a></div>`],
  ['another act', `<div>${begun}</p><div hidden>${rest}</div><button>Subscribe</button></div>`],
  ['a menu', `<div>${begun}</p><ul hidden><li>Copy<li>Print</ul><button>More</button></div>`],
])('what stands before something else stays hidden: %s', (_, html) => {
  expect(seen(`<main>${html}</main>`)).not.toMatch(/old hall|Copy/);
});

test('what begins as the rest does is there once, and what is pressed is gone', () => {
  const whole = `The ferry sails at nine, and again at noon. ${rest}`;
  const short = `<span>${whole.slice(0, 40)}…</span><span hidden>${whole}</span> <a href="#">more</a>`;
  expect(seen(`<main><p>${short}</p></main>`)).toBe(whole);
});

const entries = (tag: string, hidden: string) =>
  ['Quay', 'Lock', 'Mole', 'Pier']
    .map((name, index) => `<${tag} ${index > 1 ? hidden : ''}>${name}</${tag}>`)
    .join('');

test.each(['li', 'div'])('entries that follow such as are shown are read: %s', (tag) => {
  expect(seen(`<div><div>${entries(tag, 'hidden')}</div><button>Show all 4</button></div>`)).toBe(
    'QuayLockMolePier',
  );
  expect(seen(`<div><div>${entries(tag, 'hidden')}</div><button>Subscribe</button></div>`)).not.toContain(
    'Pier',
  );
  const filters = entries(tag, 'hidden').replaceAll(/(Mole|Pier)/g, '<label><input type=checkbox>$1</label>');
  expect(seen(`<div><div>${filters}</div><button>Show all 4</button></div>`)).not.toContain('Pier');
});
