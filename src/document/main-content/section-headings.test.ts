import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { sectionHeadings } from './section-headings.ts';

const steps = '<ol><li>Boil the carrots for nine minutes.<li>Stir in the cream, and serve.</ol>';

/** The headings that are added where the items were chosen and every other block is as likely as this. */
const added = (html: string, chance = 0.4): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter(({ region }) => region.tag === 'li'));
  return sectionHeadings(
    blocks,
    chosen,
    Float32Array.from(blocks.all, () => chance),
  ).map(textOf);
};

const buttons =
  '<div>|</div><div><button>1x</button><button>2x</button><button>3x</button><button>4x</button></div>';

test('buttons in a heading are none of it, and part it from nothing', () => {
  expect(added(`<h3>Steps ${buttons}</h3>${steps}`)).toEqual(['Steps']);
  expect(added(`<h3>Steps ${buttons}</h3>${steps}`, 0.15)).toEqual(['Steps']);
  expect(added(`<h2>Soup</h2><h3>Steps ${buttons}</h3>${steps}`)).toEqual(['Steps', 'Soup']);
});

test('a heading that is all one button, as in an accordion, is one, and so is a sign', () => {
  expect(added(`<h3><button>Steps</button></h3>${steps}`)).toEqual(['Steps']);
  expect(added(`<h3><button>Steps</button><button>Fold</button></h3>${steps}`)).toEqual(['Fold']);
  expect(added(`<h3>*</h3>${steps}`)).toEqual(['*']);
});
