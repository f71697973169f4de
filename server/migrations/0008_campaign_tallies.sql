-- How many campaigns there are of each owner, offer, category and partner, drafts told apart: those that have ended are the
-- rest of them once the few that have not are counted. Kept as people's are (0006).
create table campaign_tallies (
  tenant_id uuid,
  tenant_ids uuid[] not null,
  category_id uuid not null,
  brand_id uuid not null,
  is_draft boolean not null,
  campaigns bigint not null
);
create index campaign_tallies_tenant on campaign_tallies (tenant_id);

insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', count(*) from campaigns where deleted_at is null group by 1, 2, 3, 4, 5;

create function tally_campaigns_come() returns trigger language plpgsql as
$$ begin
  insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
  select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', count(*)
  from come where deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function tally_campaigns_gone() returns trigger language plpgsql as
$$ begin
  insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
  select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', -count(*)
  from gone where deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function tally_campaigns_changed() returns trigger language plpgsql as
$$ begin
  insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
  select tenant_id, tenant_ids, category_id, brand_id, is_draft, sum(one) from (
    select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft' as is_draft, 1 as one from come where deleted_at is null
    union all
    select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', -1 from gone where deleted_at is null
  ) moved group by 1, 2, 3, 4, 5 having sum(one) <> 0;
  return null;
end $$;
create trigger campaigns_come after insert on campaigns referencing new table as come
  for each statement execute function tally_campaigns_come();
create trigger campaigns_gone after delete on campaigns referencing old table as gone
  for each statement execute function tally_campaigns_gone();
create trigger campaigns_changed after update on campaigns referencing old table as gone new table as come
  for each statement execute function tally_campaigns_changed();
