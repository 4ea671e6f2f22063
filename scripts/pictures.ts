/** Takes the pictures of the dashboard in docs/images, of a real service with something to show: `node scripts/pictures.ts`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desktop, look, openView, phone, startUserBrowser } from '../test/support/dashboard.ts';
import { shots } from '../test/support/dashboard-shots.ts';
import { operatorKey, startDashboardWorld, work } from '../test/support/dashboard-world.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/images');
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'gannet-pictures-'));

const looks = {
  light: { colorScheme: 'light', viewport: desktop },
  dark: { colorScheme: 'dark', viewport: desktop },
  phone: { colorScheme: 'light', viewport: phone },
} as const;

await using world = await startDashboardWorld({ GANNET_DATA_DIR: dataDir });
const { crawl } = await work(world);
const browser = await startUserBrowser();
for (const [name, options] of Object.entries(looks)) {
  await using looked = await look(browser, world.service.url, { ...options, key: operatorKey });
  for (const { view, prepare, title } of shots(world, crawl)) {
    await openView(looked, view);
    await prepare?.(looked.page);
    // A chart is drawn a moment after its place is there.
    await looked.page.waitForTimeout(300);
    await looked.page.screenshot({ path: join(folder, `${title}-${name}.png`) });
  }
}
await browser.close();
rmSync(dataDir, { recursive: true, force: true });
