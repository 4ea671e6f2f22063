import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** Values over time. A table beside it says the same to who does not see it. */

export interface Line {
  readonly name: string;
  /** A variable of the style sheet: `--accent`. */
  readonly color: string;
  readonly values: readonly (number | null)[];
  readonly isBar?: boolean;
}

interface Props {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly unit: (value: number) => string;
}

const height = 190;
const marginSeconds = 600;
const dark = matchMedia('(prefers-color-scheme: dark)');

export const Chart = ({ label, times, lines, unit }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(
        optionsFor(element, lines, unit),
        [[...times], ...lines.map(({ values }) => [...values])],
        element,
      );
    };
    draw();
    const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    dark.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      dark.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [times, lines, unit]);
  return (
    <figure class="chart">
      <figcaption>
        {label}
        <span class="legend">
          {lines.map(({ name, color }) => (
            <span key={name}>
              <i style={{ background: `var(${color})` }} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
};

const bars = uPlot.paths.bars?.({ size: [0.8, 24] });

const optionsFor = (
  element: HTMLElement,
  lines: readonly Line[],
  unit: (value: number) => string,
): uPlot.Options => {
  const style = getComputedStyle(element);
  const colorOf = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colorOf('--quiet'),
    grid: { stroke: colorOf('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    // A bar stands around its time: the first and the last one have room.
    scales: {
      x: { range: (_, min, max) => [min - marginSeconds, max + marginSeconds] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      { ...axis, size: 26, values: (_, splits) => splits.map((at) => hour.format(new Date(at * 1000))) },
      { ...axis, size: 58, incrs: wholeSteps, values: (_, splits) => splits.map(unit) },
    ],
    series: [
      {},
      ...lines.map(({ name, color, isBar }) => ({
        label: name,
        stroke: colorOf(color),
        width: 1.5,
        points: { size: 5, fill: colorOf(color) },
        ...(isBar && {
          fill: colorOf(color),
          points: { show: false },
          ...(bars && { paths: bars }),
        }),
      })),
    ],
  };
};

/** Counts and milliseconds: there is nothing between 1 and 2. */
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
