-- Approval by a second person (docs/contract.md#approvals): the modules in which an owner (a company's id, or `platform`) requires it,
-- and changes that wait for it or were returned.
create table approval_settings (
  owner text primary key,
  modules text[] not null
);
create table proposals (
  entity text not null,
  entity_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  before jsonb not null,
  after jsonb not null,
  state text not null check (state in ('waiting', 'returned')),
  comment text not null,
  created_at timestamptz not null,
  primary key (entity, entity_id)
);
create index proposals_user on proposals (user_id);
alter table audit drop constraint audit_action_check;
alter table audit add check (action in ('create', 'update', 'delete', 'undo', 'restore', 'lock', 'rehearse', 'run', 'void', 'winner', 'upload', 'viewAs', 'propose', 'return', 'approve', 'withdraw'));
