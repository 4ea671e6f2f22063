-- What the owner of a job should know of it beside its results: sitemaps that could not be read, and the like.
alter table crawl_jobs add column warnings text[] not null default '{}';
