import { expect, test } from 'vitest';
import { cleaned, seen } from '../../../test/support/seen.ts';
import { collapsedText, elements } from '../tree/tree.ts';

const shown =
  '<p>The ferry sails at nine, and again at noon when the tide allows it, as the harbour office says.</p>';
const names = ['Quay', 'Lock', 'Mole'];
const each = (one: (name: string) => string) => names.map(one).join('');

const row = each((name) => `<button>${name}</button>`);
const panels = each((name) => `<div ${name === 'Quay' ? '' : 'hidden'}>${name} panel</div>`);

test.each([
  ['beside their labels', `<div><div>${row}</div>${panels}</div>`],
  ['before other parts', `<div><p>Before.</p><div>${row}</div>${panels}<p>After.</p></div>`],
  ['in an element of their own', `<div><ul><li>${row}</li></ul><div>${panels}</div></div>`],
])('panels are read behind as many labels: %s', (_, html) => {
  const document = cleaned(`<main>${shown}${html}</main>`);
  expect(collapsedText(document)).toContain('Mole panel');
  const roles = elements(document).map(({ attrs }) => attrs.find(({ name }) => name === 'role')?.value);
  expect(roles.filter((role) => role === 'tab')).toHaveLength(3);
});

test.each([
  ['of other labels', `<div><div>${row}<button>Other</button></div>${panels}</div>`],
  ['of links', `<div><div>${each((name) => `<a href="/${name}">${name}</a>`)}</div>${panels}</div>`],
  ['none of which is shown', `<div><div>${row}</div>${panels.replace('<div >', '<div hidden>')}</div>`],
])('parts stay hidden behind a row %s', (_, html) => {
  expect(seen(`<main>${shown}${html}</main>`)).not.toContain('Mole panel');
});

test('rows of a table are no panels', () => {
  const rows = '<tr><td>Quay<td>9<tr hidden><td colspan=2>Hidden<tr><td>Lock<td>7';
  expect(seen(`${shown}<table>${rows}</table>`)).not.toContain('Hidden');
});
