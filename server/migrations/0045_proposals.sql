-- What the sender of a change wrote to who decides about it, and who returned it, when (docs/contract.md#approvals).
alter table proposals add column note text not null default '';
alter table proposals add column decided_by uuid references users (id) on delete set null;
alter table proposals add column decided_at timestamptz;
create index proposals_decided_by on proposals (decided_by);
