-- Keys of tables that grow with time and with people who take part begin with the column by which Citus can spread them over workers
-- (docs/operations.md#citus); other engines have the same keys.
alter table survey_answers drop constraint survey_answers_pkey, add primary key (survey_id, id);
drop index survey_answers_survey;
alter table audit drop constraint audit_pkey, add primary key (entity_id, id);
drop index audit_record;
create index audit_id on audit (id);
alter table gift_uses drop constraint gift_uses_pkey, add primary key (gift_id, id);
drop index gift_uses_gift;
-- A token is found with its survey; alone it is that of a mail.
alter table survey_invitations drop constraint survey_invitations_pkey, add primary key (survey_id, token_hash);

-- How many invitations a survey has, kept with them: no list counts rows of workers.
alter table surveys add column invitations integer not null default 0;
update surveys set invitations = (select count(*) from survey_invitations i where i.survey_id = surveys.id)
  where exists (select from survey_invitations i where i.survey_id = surveys.id);

-- What the history keeps of a person who was erased.
create function person_in_log(entry jsonb) returns jsonb language sql immutable strict as
$$ select jsonb_build_object('id', entry -> 'id', 'role', entry -> 'role', 'tenantId', entry -> 'tenantId') $$;

-- Foreign keys that Citus cannot keep, because only one of both tables is spread; empty elsewhere. `admin check` looks for what they would refuse.
create table spread_keys (
  source text not null,
  "column" text not null,
  target text not null,
  target_column text not null,
  is_required boolean not null,
  cascades boolean not null,
  primary key (source, "column")
);

-- What an erasure takes along: ids of companies, campaigns and gift cards. A guard on a worker of Citus has no other table to ask.
alter table company_erasures add column covers uuid[] not null default '{}';
create or replace function is_erased_now(company uuid) returns boolean language sql stable as
$$ select exists (select from company_erasures e
  where e.id::text = current_setting('company.erasure', true) and e.approved_by is not null and company = any(e.covers)) $$;

create or replace function campaign_uses_are_kept() returns trigger language plpgsql as
$$
declare void text[] := array['voided_at', 'voided_by', 'void_reason'];
begin
  if tg_op = 'UPDATE' then
    if old.voided_at is null and to_jsonb(new) - void = to_jsonb(old) - void then return new; end if;
    if new.token_name is null and to_jsonb(new) - 'token_name' = to_jsonb(old) - 'token_name' then return new; end if;
  elsif is_erased_now(old.tenant_id) or is_erased_now(old.campaign_id) then
    return old;
  end if;
  raise exception 'The ledger of campaigns is append-only.';
end $$;
create or replace function gift_uses_are_kept() returns trigger language plpgsql as
$$ begin
  if tg_op = 'DELETE' and is_erased_now(old.gift_id) then return old; end if;
  raise exception 'The ledger of gift cards is append-only.';
end $$;
