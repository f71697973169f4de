-- Codes of campaigns (docs/contract.md#campaign-codes). Whoever has a general code is a person of its own in `campaign_people`; the code of
-- a person is theirs.
create table campaign_batches (
  campaign_id uuid not null references campaigns (id),
  id uuid not null default gen_random_uuid(),
  pattern text not null,
  count integer not null check (count > 0),
  created_at timestamptz not null,
  primary key (campaign_id, id)
);

create table campaign_codes (
  campaign_id uuid not null references campaigns (id),
  id bigint generated always as identity,
  batch_id uuid not null,
  code text not null,
  person_id uuid not null default gen_random_uuid(),
  is_personal boolean not null,
  created_at timestamptz not null,
  primary key (campaign_id, id),
  foreign key (campaign_id, batch_id) references campaign_batches (campaign_id, id)
);
-- Codes are compared without their hyphens, and are found without their campaign.
create unique index campaign_codes_letters on campaign_codes (campaign_id, replace(code, '-', ''));
create unique index campaign_codes_person on campaign_codes (campaign_id, person_id);
create index campaign_codes_code on campaign_codes (replace(code, '-', ''));
