import type { Session } from '../devtools/cdp.ts';

/**
 * Minimises the window of a tab for good, while its page believes that it is in front. Each load would make the
 * browser lay out and paint tab strip, toolbar and location bar some ten times, for nobody and about 50 ms of CPU.
 */
export const putWindowAway = (session: Session): Promise<unknown> =>
  Promise.all([
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    minimise(session),
    ownSize(session).then((size) => drawSmall(session, size)),
  ]);

const minimise = async ({ send }: Session): Promise<void> => {
  const { windowId } = await send('Browser.getWindowForTarget');
  await send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
};

/** The share of its width and height at which a page that is only read is drawn. */
const scale = 0.1;

/** In CSS pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

const ownSize = async ({ send }: Session): Promise<WindowSize> => {
  const { cssLayoutViewport } = await send('Page.getLayoutMetrics');
  return { width: cssLayoutViewport.clientWidth, height: cssLayoutViewport.clientHeight };
};

/**
 * A page that is only read is drawn small, by which its frames cost half as much. It cannot tell: what it measures is
 * the size given.
 */
export const drawSmall = async ({ send }: Session, { width, height }: WindowSize): Promise<void> => {
  const size = { width: Math.ceil(scale * width), height: Math.ceil(scale * height) };
  await Promise.all([
    send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      scale,
      deviceScaleFactor: 0,
      mobile: false,
      dontSetVisibleSize: true,
    }),
    send('Emulation.setVisibleSize', size),
  ]);
};

export const drawInFull = ({ send }: Session): Promise<unknown> =>
  send('Emulation.clearDeviceMetricsOverride');

/**
 * Takes the frames that a page draws: of one in sight whose frames nobody takes the browser soon asks for one a second,
 * and what counts on animation frames would crawl. They are taken as a screencast of one pixel, of which hardly
 * anything is sent.
 */
export const takeFrames = ({ send }: Session): Promise<unknown> =>
  send('Page.startScreencast', {
    format: 'jpeg',
    quality: 1,
    maxWidth: 1,
    maxHeight: 1,
    everyNthFrame: 1000,
  });

export const leaveFrames = ({ send }: Session): Promise<unknown> => send('Page.stopScreencast');
