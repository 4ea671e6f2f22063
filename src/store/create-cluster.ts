import { startCluster } from './cluster.ts';
import { DurableFS } from './durable-fs.ts';
import { databaseError } from './error.ts';

/** What cluster.ts runs as a process of its own: makes the files of a database in the folder it is given, or says why not. */

try {
  const [folder = ''] = process.argv.slice(2);
  const lite = await startCluster(new DurableFS(folder), () => undefined);
  await lite.close();
} catch (error) {
  process.stderr.write(databaseError(error).message);
  process.exitCode = 1;
}
