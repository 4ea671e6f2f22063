-- What is known of pages whose addresses have the same shape: whether their response holds all of their content.
create table page_kinds (
  host text not null,
  shape text not null,
  verdict text not null,
  learned_at timestamptz not null default now(),
  primary key (host, shape)
);
create index page_kinds_learned_at on page_kinds (learned_at);
