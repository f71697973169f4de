-- Categories and departments are renamed, merged and retired (docs/contract.md#categories). A retired one is kept by its records and offered
-- to no other. One that nothing names any more is deleted: its row stays, because histories and undo tokens have its id.
alter table categories
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column retired_at timestamptz,
  add column deleted_at timestamptz;
alter table departments
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column retired_at timestamptz,
  add column deleted_at timestamptz;

alter table categories drop constraint categories_name_key;
create unique index categories_name on categories (name) where deleted_at is null;
drop index departments_name;
create unique index departments_name on departments (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'),
  lower(translate(name, 'İIıŞşĞğÇçÖöÜü', 'iiissggccoouu'))) where deleted_at is null;

-- Deleted departments do not count for the quota.
drop trigger usage_goes on departments;
create trigger usage_goes after delete on departments for each row
  when (old.tenant_id is not null and old.deleted_at is null) execute function departments_usage();
create trigger usage_moves after update of deleted_at on departments for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function usage_moves('department');
