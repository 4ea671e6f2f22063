-- What a page gave beside its Markdown, where the job asks for HTML or CSV.
alter table crawl_pages add column data jsonb;
