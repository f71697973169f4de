-- What narrows a setting of approvals waits for a second person; steps of draws wait like changes (docs/contract.md#approvals).
-- Recorded entries of published draws were free before there was a choice: from now on they belong to what was approved.
update approval_settings set modules = modules || '{draws.entries}' where 'draws' = any (modules) and not 'draws.entries' = any (modules);
alter table approval_settings add column wait_days integer not null default 0;
create table approval_setting_changes (
  owner text primary key,
  user_id uuid not null references users (id) on delete cascade,
  removed text[] not null,
  wait_days integer,
  created_at timestamptz not null
);
create index approval_setting_changes_user on approval_setting_changes (user_id);
alter table proposals add column step jsonb;
-- Approvals by two people of whom one made the other an administrator, for the lines of the other administrators.
create index audit_new_person on audit (tenant_id, at) where action = 'approve' and after ? 'newPerson';
