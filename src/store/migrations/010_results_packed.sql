-- pglz, the default, is slow: 100 KB of Markdown take 2 ms on an embedded database, where everything else waits. Where the
-- server has lz4 (it is a choice when PostgreSQL is built) new results are packed with it, elsewhere they are stored as they are.
do $$
begin
  if (select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression') then
    alter table crawl_pages alter markdown set compression lz4, alter data set compression lz4;
  else
    alter table crawl_pages alter markdown set storage external, alter data set storage external;
  end if;
end $$;
