import sql from 'sql-template-tag';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/store/database.ts';

/** Inserts the next numbers into the embedded database in the given folder, and sends each when it is committed. */
const [, , dataDir = ''] = process.argv;
const database = await openDatabase({ dataDir, log: createLog('silent') });
await database.query(sql`create table if not exists numbers (n int primary key)`);
for (;;) {
  const [row] = await database.query<{ n: number }>(
    sql`insert into numbers select coalesce(max(n), 0) + 1 from numbers returning n`,
  );
  process.send?.(row?.n);
}
