import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeTestPlace } from './support/databases.ts';
import { shellBlocks } from './support/readme.ts';
import { eventually } from './support/service.ts';
import { html, startSite } from './support/site.ts';

const root = join(import.meta.dirname, '..');
const readDocument = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = readDocument('README.md');
const requests = readDocument('docs/requests.md');
/** Below those that the system hands out (32,768 and more on Linux), of which other tests have many. */
const port = 20_000 + (process.pid % 6000);

/** Whether nothing of a group of processes is left. */
const isGone = (group: number | undefined): boolean => {
  if (group === undefined) return true;
  try {
    process.kill(-group, 0);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return true;
  }
};

/** What the README says, with a port, a page and a file of the test's own. */
const here = (script: string, origin: string, picture: string) =>
  script
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll('https://example.com', origin)
    .replaceAll('> page.png', `> ${picture}`);

test('every command of the README and of docs/requests.md does what it says', async () => {
  const place = await makeTestPlace('embedded');
  await using site = await startSite({
    '/': (request, response) => {
      const { 'accept-language': language, 'x-tenant': tenant, cookie } = request.headers;
      const seen = `<p>Asked for in ${language} by ${tenant} with ${cookie}.</p>`;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(html('Example Domain', `<h1>Example Domain</h1><p>For use in examples.</p>${seen}`));
    },
    '/search': html(
      'Search',
      `<form onsubmit="event.preventDefault(); found.className = 'results'; found.textContent = 'About the ' + q.value;">
       <input name="q" id="q"></form><p id="found"></p>`,
    ),
  });
  const env = {
    ...process.env,
    GANNET_PORT: String(port),
    GANNET_DATA_DIR: place.options.dataDir,
    GANNET_ALLOW_NETWORKS: '127.0.0.0/8',
  };
  const picture = join(place.options.dataDir, 'page.png');
  const blocks = shellBlocks(readme);
  const [start] = blocks.filter(({ mode }) => mode === 'background');
  expect(start?.script).toBe('npm start');
  const service = spawn('npm', ['start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  service.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  try {
    await eventually(() => /svc_live_[0-9a-f]{64}/.test(said), 55_000);
    expect(said).toContain(`gannet listens on http://127.0.0.1:${port}`);

    // One shell for all of them: a later command uses what an earlier one exported.
    const commands = [...blocks, ...shellBlocks(requests)]
      .filter(({ mode }) => mode === 'run')
      .map(({ script }) => here(script, site.origin, picture));
    const marker = 'END OF BLOCK';
    const script = [
      'set -euo pipefail',
      ...commands.map((command) => `${command}\necho; echo '${marker}'`),
    ].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: root,
      env,
    });
    const answers = stdout.split(marker).map((text) => text.trim());
    expect(answers[0]).toContain('# Example Domain');
    expect(JSON.parse(answers[2] ?? '')).toMatchObject({
      status: 200,
      data: { title: 'Example Domain', markdown: expect.stringContaining('# Example Domain') },
    });

    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    expect(JSON.parse(answers[4] ?? '')).toMatchObject({ status: 200, data: { title: 'Example Domain' } });
    expect(JSON.parse(answers[5] ?? '')).toMatchObject({ status: 'pending', mode: 'link' });
    expect(JSON.parse(answers[6] ?? '')).toMatchObject({ status: 'ok' });
    const markdownOf = (index: number) => JSON.parse(answers[index] ?? '').data.markdown;
    expect(markdownOf(7)).toContain('Asked for in de-DE,de;q=0.9 by');
    expect(markdownOf(8)).toContain('by blue with session=4711.');
    expect(markdownOf(9)).toContain('About the gannet');
  } finally {
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
    // npm has ended; the service itself may still be closing its database.
    await eventually(() => isGone(service.pid), 20_000);
    await place.remove();
  }
});
