-- The ledger: one row for each permit that was accepted, for ever. Its key is what the chain takes once only.
create table payments (
  network text not null, -- CAIP-2: eip155:8453
  asset text not null, -- contract of the token; addresses and nonce in lower case
  payer text not null,
  nonce text not null,
  amount numeric(78, 0) not null, -- in the token's smallest unit
  valid_before bigint not null, -- seconds since 1970: from then on the chain refuses the permit
  state text not null check (state in ('claimed', 'unsettled', 'settling', 'settled', 'failed', 'uncertain')),
  tx text, -- hash of the transaction
  reason text, -- one token: why not settled
  endpoint text not null,
  request_id text not null,
  request jsonb not null, -- what is posted to the facilitator, the same each time
  attempts int not null default 0, -- of the reconciler
  due_at timestamptz not null, -- when the reconciler takes it up, unless it is final by then
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), -- last change of the state
  primary key (network, asset, payer, nonce)
);
create index payments_open on payments (due_at) where state in ('claimed', 'settling', 'uncertain');
create index payments_by_payer on payments (payer, updated_at);
create index payments_newest on payments (created_at desc);
create index payments_uncertain on payments (updated_at) where state = 'uncertain';
