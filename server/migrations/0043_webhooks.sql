-- Webhooks (docs/contract.md#webhooks): endpoints, and what is sent to them, written in the transaction of the change.
-- `secret` and `old_secret` are encrypted. Events of ends are added up to `ends_checked_at`.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  url text not null,
  description text not null,
  events text[] not null,
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  failing_since timestamptz,
  last_delivery_at timestamptz,
  ends_checked_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index webhooks_owner on webhooks (tenant_id);
create index webhooks_user on webhooks (user_id);

-- `message_id` is the same for every try; `id` has the order of the changes of a record. A process that sends one has it until
-- `taken_until`.
create table webhook_deliveries (
  id bigint primary key generated always as identity,
  message_id uuid not null unique default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  type text not null,
  record_id uuid,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  taken_until timestamptz,
  tried_at timestamptz,
  status integer,
  ms integer,
  error text,
  answer text not null default '',
  created_at timestamptz not null
);
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, state, id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, record_id, id) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id) where state = 'waiting';
create index webhook_deliveries_taken on webhook_deliveries (webhook_id) where taken_until is not null;
create index webhook_deliveries_age on webhook_deliveries (created_at);

-- The ends between two moments; campaigns have an index.
create index announcements_end on announcements (end_date) where deleted_at is null;
create index surveys_end on surveys (end_date) where deleted_at is null;
