-- Saved views of lists (docs/contract.md#saved-views). A view belongs to a person; shared ones are those of the owner's company.
create table views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  name text not null,
  search text not null,
  hidden jsonb,
  density text not null,
  is_shared boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index views_user on views (user_id, list);
create index views_shared on views (list) where is_shared;
