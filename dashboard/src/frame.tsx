import { useMemo } from 'preact/hooks';
import { inertPage, type Place } from './snapshot.ts';
import { markup } from './trusted.ts';

/** A page in a frame that may do nothing: no scripts, no origin, no forms, no way out. */

interface Props {
  readonly html: string;
  readonly title: string;
  readonly place?: Place | undefined;
}

const said = {
  path: 'Marked where its path leads.',
  text: 'Its path leads to what the page does not show here; marked is the same text.',
  nowhere: 'It stands in data that the page does not show.',
} as const;

export const Frame = ({ html, title, place }: Props) => {
  const page = useMemo(() => inertPage(html, place), [html, place]);
  return (
    <>
      {place && (
        <p class="quiet" role="status">
          {said[page.found]}
        </p>
      )}
      <iframe
        class="frame"
        title={title}
        sandbox=""
        referrerpolicy="no-referrer"
        srcdoc={markup(page.html)}
      />
    </>
  );
};
