import type { Connection } from '../devtools/cdp.ts';

/** Windows that a page opens are closed at once: nobody reads them, and each would cost a renderer. */
export const closePopups = async ({ browser }: Connection): Promise<void> => {
  browser.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId } }) => {
    if (type === 'page' && openerId !== undefined)
      // It may have closed itself.
      browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
};
