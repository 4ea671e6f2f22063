import { expect, test } from 'vitest';
import { cleaned, seen } from '../../../test/support/seen.ts';
import { collapsedText, elements } from '../tree/tree.ts';

const shown =
  '<p>The ferry sails at nine, and again at noon when the tide allows it, as the harbour office says.</p>';
const prose = (about: string) =>
  `<p>${about} is open from April on. Those who come by boat ask for a place.</p>`;
const names = ['Quay', 'Lock', 'Mole'];
const each = (one: (name: string) => string, of = names) => of.map(one).join('');

test.each([
  ['buttons', each((name) => `<button>${name}</button><div hidden>${prose(name)}</div>`)],
  ['boxes', each((name) => `<div><div>${name}</div><div style="display:none">${prose(name)}</div></div>`)],
  [
    'what is hidden within another element',
    each((name) => `<li><a href="#">${name}</a><div><div data-gn-hidden>${prose(name)}</div></div></li>`),
  ],
  ['two headings', each((name) => `<h3>${name}</h3><div hidden>${prose(name)}</div>`, names.slice(0, 2))],
  [
    'a box that is called navigation',
    each((name) => `<div><div>${name}</div><nav hidden>${prose(name)}</nav></div>`),
  ],
])('what entries in a row fold away is read: %s', (_, html) => {
  const text = seen(`<main>${shown}${html}</main>`);
  expect(text).toMatch(/Quay.*Quay is open.*Lock.*Lock is open/s);
  expect(seen(`<main>${shown}</main><nav>${html}</nav>`)).not.toContain('is open');
});

test('the buttons of such entries are text', () => {
  const document = cleaned(
    `${shown}${each((name) => `<button>${name}</button><div hidden>${prose(name)}</div>`)}`,
  );
  expect(
    elements(document)
      .filter(({ tagName }) => tagName === 'summary')
      .map(collapsedText),
  ).toEqual(names);
});

test.each([
  [
    'two of them',
    each((name) => `<button>${name}</button><div hidden>${prose(name)}</div>`, names.slice(0, 2)),
  ],
  [
    'links',
    each((name) => `<div><b>${name}</b><div hidden><a href="/${name}">${prose(name)}</a></div></div>`),
  ],
  ['names', each((name) => `<div><div>${name}</div><div hidden>${name} and more</div></div>`)],
  ['forms', each((name) => `<div><div>${name}</div><div hidden>${prose(name)}<input></div></div>`)],
  ['tips', each((name) => `<div><div>${name}</div><div class="tool-tip" hidden>${prose(name)}</div></div>`)],
  ['dialogs', each((name) => `<div><div>${name}</div><div role="dialog" hidden>${prose(name)}</div></div>`)],
  [
    'cards that lead on',
    each((name) => `<div><a href="/${name}">${name}</a><div hidden>${prose(name)}</div></div>`),
  ],
  [
    'more than two parts',
    each((name) => `<div><i>${name}</i><b>${name}</b><div hidden>${prose(name)}</div></div>`),
  ],
])('what may be anything else stays hidden: %s', (_, html) => {
  expect(seen(`<main>${shown}${html}</main>`)).not.toMatch(/is open|and more/);
});
