-- A crawl job is its own queue entry: a worker leases the row and fences every write by its epoch.
create table crawl_jobs (
  id uuid primary key, -- version 7: sorts by time
  owner text not null,
  mode text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'canceled')),
  request jsonb not null,
  webhook_secret text,
  idempotency_key text,
  request_hash bytea not null,
  epoch int not null default 0, -- goes up with every lease
  idle_leases int not null default 0, -- leases in a row that brought nothing: a job that kills its workers is ended
  lease_until timestamptz,
  discovered boolean not null default false, -- the addresses to begin with are stored
  total int not null default 0, -- addresses stored: queued, under way, done
  crawled int not null default 0,
  failed int not null default 0,
  skipped jsonb not null default '{}', -- reason -> count
  current_url text,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
) with (fillfactor = 50);
create index crawl_jobs_by_owner on crawl_jobs (owner, created_at desc, id desc);
-- lease_until and the counters are in no index, so their updates stay within the page (HOT).
create index crawl_jobs_todo on crawl_jobs (created_at) where status in ('pending', 'running');
create index crawl_jobs_ended on crawl_jobs (completed_at) where completed_at is not null;
create unique index crawl_jobs_once on crawl_jobs (owner, idempotency_key) where idempotency_key is not null;

-- The frontier and the results: a page is a row from its discovery to its end.
create table crawl_pages (
  job_id uuid not null references crawl_jobs on delete cascade,
  seq int not null, -- order of discovery
  url text not null,
  url_hash bytea not null, -- of its canonical key: one row for all spellings
  final_hash bytea, -- the same of where its redirects ended, if elsewhere
  depth int not null,
  parent_url text,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'skipped')),
  result_no int, -- order of completion, from 1 without gaps: results are paged by it
  status int,
  markdown text,
  metadata jsonb,
  error text,
  text_hash bytea, -- of the words of its Markdown
  crawled_at timestamptz,
  primary key (job_id, seq),
  unique (job_id, url_hash),
  unique (job_id, result_no)
);

-- The ledger of addresses that were found and not fetched.
create table crawl_skips (
  job_id uuid not null references crawl_jobs on delete cascade,
  url_hash bytea not null,
  url text not null,
  reason text not null,
  found_on text,
  primary key (job_id, url_hash)
);

-- When a host may be asked next, over all jobs, owners and processes.
create table hosts (
  host text primary key,
  next_at timestamptz not null,
  held_by uuid, -- the job that is asking it
  slow_ms int not null default 0 -- grows while the host is in trouble, shrinks when it answers
);
create index hosts_held on hosts (held_by) where held_by is not null;
