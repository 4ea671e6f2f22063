import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EChartsOption, init } from 'echarts';

const root = join(import.meta.dirname, '..');
/** Readable on white and on black pages alike. */
const ink = '#868e96';
const faint = '#8883';
const others = ['#4dabf7', '#9775fa', '#38d9a9', '#fcc419', '#f783ac', '#74c0fc', '#a9e34b'];

/** gannet's own colours; those of the others by their place. */
export const colorOf = (name: string, place: number): string => {
  if (name === 'Chromium alone') return ink;
  if (name.startsWith('gannet'))
    return name.includes('rendered') || name.includes('shown') ? '#ffa94d' : '#e8590c';
  return others[place % others.length] ?? ink;
};

const axis = (name: string) => ({
  name,
  nameLocation: 'middle' as const,
  nameGap: 30,
  nameTextStyle: { color: ink },
  axisLabel: { color: ink },
  axisLine: { lineStyle: { color: ink } },
  splitLine: { lineStyle: { color: faint } },
});

/** What the plots have in common, an SVG without scripts. @param file below docs. */
const write = (file: string, height: number, option: EChartsOption): void => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 760, height });
  chart.setOption({ animation: false, textStyle: { fontFamily: 'system-ui, sans-serif' }, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  writeFileSync(join(root, 'docs', file), `${svg}\n`);
  console.log(`docs/${file} written`);
};

const title = (text: string, subtext: string) => ({
  text,
  subtext,
  left: 'center',
  textStyle: { color: ink, fontSize: 15 },
  subtextStyle: { color: ink },
});

interface Words {
  readonly title: string;
  /** What was measured, when, and on what. */
  readonly subtitle: string;
}

/** Of a name in whatever font a reader has, in pixels for each character. */
const characterWidth = 7.2;

/** How much each has of something, the most at the top. @param bars labels tell what their lengths show, with its unit. */
export const drawBars = (
  file: string,
  words: Words & { readonly scale: 'log' | 'value' },
  bars: readonly { readonly name: string; readonly value: number; readonly label: string }[],
): void => {
  const ordered = bars.toSorted((one, other) => one.value - other.value);
  write(file, 110 + 34 * ordered.length, {
    title: title(words.title, words.subtitle),
    grid: {
      left: 20 + characterWidth * Math.max(...ordered.map(({ name }) => name.length)),
      right: 110,
      top: 64,
      bottom: 12,
    },
    xAxis: {
      type: words.scale,
      show: false,
      min: words.scale === 'log' ? Math.min(...ordered.map(({ value }) => value)) / 2 : 0,
    },
    yAxis: {
      ...axis(''),
      type: 'category',
      data: ordered.map(({ name }) => name),
      axisTick: { show: false },
    },
    series: [
      {
        type: 'bar',
        data: ordered.map(({ name, value, label }) => ({
          value,
          itemStyle: { color: colorOf(name, 0) },
          label: { show: true, position: 'right', color: ink, formatter: label },
        })),
      },
    ],
  });
};

/** How something grows with something else, a line for each. */
export const drawLines = (
  file: string,
  words: Words & { readonly x: string; readonly y: string },
  lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[],
): void =>
  write(file, 420, {
    title: title(words.title, words.subtitle),
    legend: { bottom: 0, textStyle: { color: ink } },
    grid: { left: 60, right: 24, top: 64, bottom: 96 },
    xAxis: {
      ...axis(words.x),
      type: 'category',
      data: [...new Set(lines.flatMap(({ points }) => points.map(([x]) => String(x))))],
    },
    yAxis: { ...axis(words.y), nameGap: 44, type: 'log' },
    series: lines.map(({ name, points }, place) => ({
      name,
      type: 'line',
      symbolSize: 7,
      color: colorOf(name, place),
      lineStyle: {
        width: name.startsWith('gannet') ? 3 : 2,
        type: name === 'Chromium alone' ? 'dashed' : 'solid',
      },
      data: points.map(([x, y]) => [String(x), y]),
    })),
  });

/** Two figures of each, against each other. */
export const drawPoints = (
  file: string,
  words: Words & { readonly x: string; readonly y: string; readonly logX?: boolean },
  points: readonly { readonly name: string; readonly x: number; readonly y: number }[],
): void => {
  const farthest = Math.max(...points.map(({ x }) => x));
  write(file, 400, {
    title: title(words.title, words.subtitle),
    grid: { left: 64, right: 40, top: 64, bottom: 56 },
    xAxis: { ...axis(words.x), type: words.logX ? 'log' : 'value' },
    yAxis: { ...axis(words.y), nameGap: 44, type: 'value', scale: true },
    series: [
      {
        type: 'scatter',
        data: points.map(({ name, x, y }, place) => ({
          name,
          value: [x, y],
          symbolSize: name.startsWith('gannet') ? 15 : 11,
          itemStyle: { color: colorOf(name, place) },
          label: {
            show: true,
            formatter: '{b}',
            color: ink,
            position: x > farthest / 2 ? ('left' as const) : ('right' as const),
          },
        })),
        labelLayout: { moveOverlap: 'shiftY' },
      },
    ],
  });
};
