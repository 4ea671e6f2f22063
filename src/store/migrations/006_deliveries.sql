-- Webhooks to be sent, and the log of those that were. The body is stored as it is sent, signature and all: no secret is.
create table webhook_deliveries (
  id uuid primary key, -- version 7: sorts by time; the delivery_id of its payload
  owner text not null,
  event text not null,
  callback_url text not null,
  body text not null,
  signature text,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  max_attempts int not null,
  lease uuid, -- of the attempt under way; one that is still here when it is due again broke off without an outcome
  next_attempt_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  response_status int,
  response_body text,
  error text,
  created_at timestamptz not null default now()
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_by_owner on webhook_deliveries (owner, created_at desc, id desc);
create index webhook_deliveries_old on webhook_deliveries (created_at) where status <> 'pending';
