-- Access tokens of programs (docs/contract.md#access-tokens) of a company, or of the platform (`tenant_id` null). `token_hash` is the
-- hash of the secret, which is not stored.
create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  scopes text[] not null,
  hint text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index access_tokens_tenant on access_tokens (tenant_id);
create index access_tokens_user on access_tokens (user_id);

-- The tokens of a person end for good when the person may not act without restriction for the same company any more.
create function end_access_tokens() returns trigger language plpgsql as
$$ begin
  delete from access_tokens where user_id = new.id;
  return null;
end $$;
create trigger users_end_access_tokens after update on users for each row
  when (new.status <> 1 or new.deleted_at is not null or new.role <> old.role or new.tenant_id is distinct from old.tenant_id
    or (new.role = 'TenantAdmin' and new.permissions <> '{}'))
  execute function end_access_tokens();

-- The token by which a program has made a change.
alter table audit add column token_id uuid, add column token_name text;
