-- Signing in: codes, sessions, refresh tokens, and the demonstration's outbox. Nothing readable is stored of a secret.
create table codes (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  code_hash text not null,
  address text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_email on codes (email, created_at desc);
create index codes_address on codes (address, created_at desc);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  user_agent text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);

create table refresh_tokens (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions (id),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Exchanged for its successor; until that one is used, the same exchange may be repeated.
  successor_id uuid references refresh_tokens (id),
  replaced_at timestamptz,
  -- This token, or an access token given with it, was used.
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  created_at timestamptz not null
);
