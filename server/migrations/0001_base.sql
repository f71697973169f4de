-- Companies, people, and what campaigns are made of. Only what PostgreSQL 15 has.
create extension if not exists pg_trgm;

-- Folds Turkish letters as the console does (src/core/text/fold.ts).
create function fold_tr(given text) returns text language sql immutable parallel safe strict as
$$ select lower(translate(given, 'İIıŞşĞğÇçÖöÜü', 'iiissggccoouu')) $$;

create table tenants (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid references tenants (id),
  name text not null,
  logo text,
  primary_color text,
  secondary_color text,
  emails jsonb not null default '[]',
  contact_persons jsonb not null default '[]',
  phone text,
  domain text,
  active_status smallint not null default 1,
  location text,
  website text,
  description text,
  industry smallint not null default 0,
  company_size smallint not null default 0,
  social_media jsonb not null default '{}',
  modules jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(name)) stored
);
create index tenants_parent on tenants (parent_id);
create index tenants_created on tenants (created_at desc, id desc);

create table users (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('Administrator', 'TenantAdmin', 'User')),
  status smallint not null default 1,
  language text not null default 'tr',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- A platform administrator stands above companies; everybody else belongs to one.
  check ((role = 'Administrator') = (tenant_id is null))
);
create index users_tenant on users (tenant_id, status);

create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  created_at timestamptz not null default now()
);

create table brands (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  name text not null,
  description text not null default '',
  logo text,
  location text,
  category_id uuid references categories (id),
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(name)) stored
);
create index brands_tenant on brands (tenant_id, status, created_at desc, id desc);
create index brands_search on brands using gin (search gin_trgm_ops);

create table gifts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  card_name text not null,
  brand_id uuid references brands (id),
  description text not null default '',
  card_image text,
  validity_start timestamptz,
  validity_end timestamptz,
  max_usage integer,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(card_name)) stored
);
create index gifts_tenant on gifts (tenant_id, status, created_at desc, id desc);

create table campaigns (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants (id),
  title text not null,
  description text not null,
  terms text not null default '',
  reward_type smallint not null check (reward_type between 0 and 3),
  reward_value double precision,
  currency text not null default 'TRY',
  gift_card_id uuid references gifts (id),
  product_name text not null default '',
  category_id uuid not null references categories (id),
  brand_id uuid not null references brands (id),
  start_date timestamptz not null,
  end_date timestamptz not null check (end_date > start_date),
  participant_limit integer check (participant_limit >= 1),
  participant_count integer not null default 0,
  -- The companies it is offered to; none: all in the owner's reach.
  tenant_ids uuid[] not null default '{}',
  intent text not null check (intent in ('draft', 'live', 'paused')),
  media jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_tr(title)) stored
);
create index campaigns_tenant on campaigns (tenant_id, created_at desc, id desc) where deleted_at is null;
create index campaigns_tenant_intent on campaigns (tenant_id, intent, created_at desc, id desc) where deleted_at is null;
create index campaigns_created on campaigns (created_at desc, id desc) where deleted_at is null;
create index campaigns_end on campaigns (end_date desc, id desc) where deleted_at is null;
create index campaigns_tenant_end on campaigns (tenant_id, end_date desc, id desc) where deleted_at is null;
create index campaigns_brand on campaigns (brand_id);
create index campaigns_search on campaigns using gin (search gin_trgm_ops);

create table media (
  hash text primary key,
  tenant_id uuid references tenants (id),
  type text not null,
  size integer not null,
  created_at timestamptz not null default now()
);

-- How one change is taken back: what stood before, and the version that it left behind.
create table undos (
  token_hash text primary key,
  tenant_id uuid,
  entity text not null,
  entity_id uuid not null,
  before jsonb not null,
  version integer not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

insert into categories (name) values
  ('Giyim ve aksesuar'), ('Akaryakıt'), ('Ev ve yaşam'), ('Market'), ('Seyahat'), ('Sağlık'),
  ('Kitap ve kırtasiye'), ('Teknoloji'), ('Yeme içme'), ('Spor'), ('Eğlence'), ('Kozmetik'), ('Eğitim'), ('Hediye');
