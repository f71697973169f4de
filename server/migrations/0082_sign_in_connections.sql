-- Sign-in by a provider of OpenID Connect (docs/contract.md#sign-in-by-a-provider): one connection a company, and one of the platform
-- (`tenant_id` null). `secret` is sealed. `tried_at`: when a person last signed in on trial with the values of now.
create table sign_in_connections (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid,
  issuer text not null,
  client_id text not null,
  secret text not null,
  domains text[] not null,
  state text not null default 'off' check (state in ('off', 'on', 'only')),
  way_back_id uuid,
  tried_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index sign_in_connections_owner on sign_in_connections (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'));

-- Who a person is at a provider: linked once, at the first sign-in.
create table sign_in_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index sign_in_identities_person on sign_in_identities (user_id, issuer);

-- What a browser comes back with, once: `provider` from the provider, `session` to the console. `body` is sealed.
create table sign_in_steps (
  hash text primary key,
  kind text not null check (kind in ('provider', 'session')),
  body text not null,
  expires_at timestamptz not null
);
create index sign_in_steps_expired on sign_in_steps (expires_at);

alter table sessions add column way text not null default 'code' check (way in ('code', 'provider', 'passkey'));
