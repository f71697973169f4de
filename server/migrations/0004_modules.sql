-- The remaining modules (S3, S7, decisions §5) and the record of who changed what.

alter table users
  add column phone_number text not null default '',
  add column logo text,
  add column department_id uuid,
  add column hired_at date,
  add column score integer check (score >= 0),
  add column version integer not null default 1,
  add column search text generated always as (fold_tr(first_name || ' ' || last_name || ' ' || email)) stored,
  drop constraint users_check,
  drop constraint users_email_key,
  -- A platform administrator stands above companies, a company's administrator belongs to one; who registered by
  -- themselves belongs to none yet.
  add constraint users_company check (role = 'User' or (role = 'Administrator') = (tenant_id is null));
-- Who was deleted leaves the address to others.
create unique index users_email on users (email) where deleted_at is null;
create index users_staff on users (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index users_created on users (created_at desc, id desc) where deleted_at is null;
create index users_department on users (department_id);
create index users_search on users using gin (search gin_trgm_ops);

create table departments (
  id uuid primary key default gen_random_uuid(),
  -- None: the platform's, offered to every company.
  tenant_id uuid references tenants (id),
  name text not null,
  created_at timestamptz not null default now()
);
-- Two names that differ in case alone are one; lower() knows no Turkish letters under every locale.
create unique index departments_name on departments (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), fold_tr(name));
alter table users add constraint users_department_fk foreign key (department_id) references departments (id);

alter table gifts
  add column api_integration_code text not null default '',
  add column metadata jsonb not null default '{}';
create index gifts_created on gifts (created_at desc, id desc) where deleted_at is null;
create index gifts_search on gifts using gin (search gin_trgm_ops);
create index gifts_brand on gifts (brand_id);
create index campaigns_gift on campaigns (gift_card_id);
create index brands_created on brands (created_at desc, id desc) where deleted_at is null;
create index tenants_search on tenants using gin (search gin_trgm_ops);

create table announcements (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  title text not null,
  description text not null,
  body text not null,
  type smallint not null check (type between 0 and 3),
  -- What was meant; whether it is scheduled or expired follows from the dates (decisions §5).
  intent text not null check (intent in ('draft', 'published', 'archived')),
  start_date timestamptz,
  end_date timestamptz check (end_date > start_date),
  tenant_ids uuid[] not null default '{}',
  department_ids uuid[] not null default '{}',
  media jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(title || ' ' || description)) stored
);
create index announcements_tenant on announcements (tenant_id, created_at desc, id desc) where deleted_at is null;
create index announcements_tenant_intent on announcements (tenant_id, intent, created_at desc, id desc) where deleted_at is null;
create index announcements_created on announcements (created_at desc, id desc) where deleted_at is null;
create index announcements_offered on announcements using gin (tenant_ids) where deleted_at is null;
create index announcements_search on announcements using gin (search gin_trgm_ops);

create table payments (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  name text not null,
  description text not null default '',
  logo text,
  tenant_ids uuid[] not null default '{}',
  category_ids uuid[] not null default '{}',
  contact_person text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  address text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(name || ' ' || contact_person)) stored
);
create index payments_tenant on payments (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index payments_created on payments (created_at desc, id desc) where deleted_at is null;
create index payments_offered on payments using gin (tenant_ids) where deleted_at is null;
create index payments_search on payments using gin (search gin_trgm_ops);

create table draws (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id),
  title text not null,
  description text not null,
  method smallint not null check (method between 0 and 2),
  eligibility smallint not null check (eligibility between 0 and 3),
  department_id uuid references departments (id),
  employee_ids uuid[] not null default '{}',
  prizes jsonb not null,
  start_date timestamptz not null,
  end_date timestamptz not null check (end_date > start_date),
  draw_date timestamptz not null check (draw_date >= end_date),
  intent text not null check (intent in ('draft', 'live', 'drawn', 'cancelled')),
  media jsonb not null default '[]',
  winners jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(title)) stored
);
create index draws_tenant on draws (tenant_id, created_at desc, id desc) where deleted_at is null;
create index draws_tenant_intent on draws (tenant_id, intent, created_at desc, id desc) where deleted_at is null;
create index draws_created on draws (created_at desc, id desc) where deleted_at is null;
create index draws_department on draws (department_id);
create index draws_search on draws using gin (search gin_trgm_ops);

create table surveys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  title text not null,
  description text not null default '',
  type smallint not null check (type between 0 and 3),
  intent text not null check (intent in ('draft', 'active', 'closed')),
  start_date timestamptz,
  end_date timestamptz check (end_date > start_date),
  questions jsonb not null default '[]',
  tenant_ids uuid[] not null default '{}',
  department_ids uuid[] not null default '{}',
  response_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(title)) stored
);
create index surveys_tenant on surveys (tenant_id, created_at desc, id desc) where deleted_at is null;
create index surveys_tenant_intent on surveys (tenant_id, intent, created_at desc, id desc) where deleted_at is null;
create index surveys_created on surveys (created_at desc, id desc) where deleted_at is null;
create index surveys_offered on surveys using gin (tenant_ids) where deleted_at is null;
create index surveys_search on surveys using gin (search gin_trgm_ops);

create table feedbacks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  type smallint not null check (type between 0 and 1),
  subject text not null,
  description text not null,
  email text not null default '',
  user_id uuid references users (id),
  user_name text not null default '',
  priority smallint not null check (priority between 0 and 3),
  category smallint not null check (category between 0 and 3),
  status smallint not null check (status between 0 and 4),
  assigned_to uuid references users (id),
  assigned_to_name text not null default '',
  resolved_at timestamptz,
  internal_notes text not null default '',
  resolution_step text not null default '',
  conversations jsonb not null default '[]',
  attachments jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(subject || ' ' || user_name)) stored
);
create index feedbacks_tenant on feedbacks (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index feedbacks_created on feedbacks (created_at desc, id desc) where deleted_at is null;
create index feedbacks_assigned on feedbacks (assigned_to);
create index feedbacks_search on feedbacks using gin (search gin_trgm_ops);

-- Who changed what, and what stood before and after. Nothing is ever changed in it or taken from it.
create table audit (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  actor_id uuid,
  actor_email text not null default '',
  tenant_id uuid,
  entity text not null,
  entity_id uuid not null,
  action text not null check (action in ('create', 'update', 'delete', 'undo')),
  before jsonb,
  after jsonb,
  request_id text not null
);
create index audit_tenant on audit (tenant_id, id desc);
create index audit_record on audit (entity_id, id desc);
create index audit_actor on audit (actor_id, id desc);
create function audit_is_kept() returns trigger language plpgsql as
$$ begin raise exception 'The audit is append-only.'; end $$;
create trigger audit_is_kept before update or delete on audit for each row execute function audit_is_kept();

-- What every company can start with.
insert into departments (name) values
  ('Bilgi teknolojileri'), ('Finans'), ('Hukuk'), ('İnsan kaynakları'), ('Lojistik'), ('Pazarlama'), ('Satış'), ('Üretim'), ('Yönetim');
