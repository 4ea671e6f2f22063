import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** Table page_kinds: whether the response of a kind of pages holds all of its content. */

/** What is known of the pages of one host whose addresses have one shape. */
export interface PageKind {
  readonly host: string;
  readonly shape: string;
  /** `still`: the response holds all content; `alive`: the page makes some in the browser. */
  readonly verdict: 'still' | 'alive';
  readonly learnedAt: Date;
}

export const savePageKind = async (database: Queryable, kind: PageKind): Promise<void> => {
  await database.query(sql`
    insert into page_kinds (host, shape, verdict, learned_at)
    values (${kind.host}::text, ${kind.shape}::text, ${kind.verdict}::text, ${kind.learnedAt}::timestamptz)
    on conflict (host, shape) do update set verdict = excluded.verdict, learned_at = excluded.learned_at`);
};

/** The newest, newest first; what is older than `since` is removed. */
export const loadPageKinds = async (database: Queryable, since: Date, limit: number): Promise<PageKind[]> => {
  await database.query(sql`delete from page_kinds where learned_at < ${since}::timestamptz`);
  return database.query<PageKind>(sql`
    select host, shape, verdict, learned_at as "learnedAt" from page_kinds
    order by learned_at desc limit ${limit}::int`);
};
