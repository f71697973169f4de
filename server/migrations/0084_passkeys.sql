-- Passkeys of administrators (docs/contract.md#passkeys). `public_key` is the COSE key in base64url.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_person on passkeys (user_id);

-- A code is deleted when it is used. `hash` has a key from CODE_SECRET.
create table recovery_codes (
  hash text primary key,
  user_id uuid not null,
  created_at timestamptz not null
);
create index recovery_codes_person on recovery_codes (user_id);

-- Whether administrators need a passkey: of a company by its id, and of the platform.
create table passkey_rules (
  owner text primary key,
  is_required boolean not null,
  updated_at timestamptz not null
);

-- `confirmation`: a right code that a passkey has to confirm; the others are challenges. `tries`: wrong recovery codes.
alter table sign_in_steps drop constraint sign_in_steps_kind_check;
alter table sign_in_steps add constraint sign_in_steps_kind_check
  check (kind in ('provider', 'session', 'confirmation', 'newPasskey', 'passkey'));
alter table sign_in_steps add column tries integer not null default 0;
