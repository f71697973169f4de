-- Gift cards' codes and the ledger of their uses (decisions §6).

-- How often a card was used: always the sum of its ledger, written in the same transaction.
alter table gifts add column used integer not null default 0 check (used >= 0);

create table gift_batches (
  id uuid primary key default gen_random_uuid(),
  gift_id uuid not null references gifts (id),
  pattern text not null,
  count integer not null check (count > 0),
  created_at timestamptz not null
);
create index gift_batches_gift on gift_batches (gift_id, created_at desc);

create table gift_codes (
  id bigint primary key generated always as identity,
  gift_id uuid not null references gifts (id),
  batch_id uuid not null references gift_batches (id),
  code text not null unique,
  created_at timestamptz not null,
  used_at timestamptz
);
create index gift_codes_gift on gift_codes (gift_id, id desc);
create index gift_codes_batch on gift_codes (batch_id, id desc);

-- Who used what, and what stood before and after. Nothing is ever changed in it or taken from it.
create table gift_uses (
  id bigint primary key generated always as identity,
  gift_id uuid not null references gifts (id),
  code_id bigint references gift_codes (id),
  amount integer not null check (amount <> 0),
  before integer not null check (before >= 0),
  after integer not null check (after >= 0 and after = before + amount),
  note text not null default '',
  author_id uuid,
  author text not null,
  created_at timestamptz not null
);
create index gift_uses_gift on gift_uses (gift_id, id desc);
create index gift_uses_code on gift_uses (code_id);
create function gift_uses_are_kept() returns trigger language plpgsql as
$$ begin raise exception 'The ledger of gift cards is append-only.'; end $$;
create trigger gift_uses_are_kept before update or delete on gift_uses for each row execute function gift_uses_are_kept();
