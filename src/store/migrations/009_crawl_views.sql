-- What is shown of a job by itself: a request holds up to a megabyte, which would be unpacked for every job of a list.
alter table crawl_jobs
  add column start_url text generated always as (request ->> 'start_url') stored,
  add column max_pages int generated always as ((request ->> 'max_pages')::int) stored,
  add column depth int generated always as ((request ->> 'depth')::int) stored,
  add column callback_url text generated always as (request ->> 'callback_url') stored;
