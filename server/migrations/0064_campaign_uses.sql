-- Uses of campaigns (docs/contract.md#campaign-uses). The key of each table begins with the campaign.

-- Uses that one person may have; null for any number. What is paid at most; null for any amount.
alter table campaigns
  add column uses_per_person integer default 1 check (uses_per_person >= 1),
  add column budget double precision check (budget > 0);

-- The figures of a campaign: valid uses, people who have one, and their amounts, in currency. A use locks this row, and counts in the same
-- transaction. `opening`: people and uses whose rows are missing. `last_number`: of the ledger. `full_of`: the limits for which
-- `campaign.full` was sent.
create table campaign_counters (
  campaign_id uuid primary key references campaigns (id),
  people integer not null default 0 check (people >= 0),
  uses integer not null default 0 check (uses >= people),
  amount numeric(18, 2) not null default 0 check (amount >= 0),
  opening integer not null default 0,
  last_number integer not null default 0,
  full_of text
) with (fillfactor = 50);

-- The valid uses of each person.
create table campaign_people (
  campaign_id uuid not null references campaign_counters (campaign_id),
  person_id uuid not null,
  uses integer not null check (uses >= 0),
  primary key (campaign_id, person_id)
);
create index campaign_people_person on campaign_people (person_id);

-- The ledger. It has ids of people and no names: the row of a person who was permanently deleted names nobody.
create table campaign_uses (
  campaign_id uuid not null references campaign_counters (campaign_id),
  number integer not null,
  person_id uuid not null,
  -- The company of the person at that time.
  tenant_id uuid,
  at timestamptz not null,
  amount numeric(14, 2) check (amount > 0),
  reference text not null default '',
  source text not null check (source in ('program', 'staff', 'file', 'code')),
  author_id uuid,
  token_name text,
  created_at timestamptz not null,
  voided_at timestamptz,
  voided_by uuid,
  void_reason text not null default '',
  primary key (campaign_id, number)
);
create unique index campaign_uses_reference on campaign_uses (campaign_id, reference) where reference <> '';
create index campaign_uses_at on campaign_uses (campaign_id, at);
create index campaign_uses_person on campaign_uses (campaign_id, person_id);

-- A use is voided once; otherwise nothing is changed in the ledger, or taken from it, but the names of tokens of who is permanently deleted.
create function campaign_uses_are_kept() returns trigger language plpgsql as
$$
declare void text[] := array['voided_at', 'voided_by', 'void_reason'];
begin
  if tg_op = 'UPDATE' then
    if old.voided_at is null and to_jsonb(new) - void = to_jsonb(old) - void then return new; end if;
    if new.token_name is null and to_jsonb(new) - 'token_name' = to_jsonb(old) - 'token_name' then return new; end if;
  end if;
  raise exception 'The ledger of campaigns is append-only.';
end $$;
create trigger campaign_uses_are_kept before update or delete on campaign_uses for each row execute function campaign_uses_are_kept();
create trigger kept_whole before truncate on campaign_uses execute function kept_whole();

-- Counts that were written without uses stay, without rows.
insert into campaign_counters (campaign_id, people, uses, opening)
select id, participant_count, participant_count, participant_count from campaigns where participant_count > 0;
