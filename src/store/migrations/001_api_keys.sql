create table api_keys (
  id uuid primary key, -- version 7: sorts by time
  owner text not null,
  name text,
  key_hash bytea not null unique, -- SHA-256 of the key, which is stored nowhere
  scopes text[] not null,
  tier text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz, -- exact to a minute
  expires_at timestamptz,
  revoked_at timestamptz
);
