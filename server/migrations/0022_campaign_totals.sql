-- A list without a filter on category and partner is counted from these: the tallies of 0008 have a row for each pair of them.
lock table campaigns in share row exclusive mode;
create table campaign_totals (
  tenant_id uuid,
  tenant_ids uuid[] not null,
  is_draft boolean not null,
  campaigns bigint not null
);
create index campaign_totals_tenant on campaign_totals (tenant_id);

insert into campaign_totals (tenant_id, tenant_ids, is_draft, campaigns)
select tenant_id, tenant_ids, intent = 'draft', count(*) from campaigns where deleted_at is null group by 1, 2, 3;

create or replace function tally_campaigns_come() returns trigger language plpgsql as
$$ begin
  insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
  select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', count(*)
  from come where deleted_at is null group by 1, 2, 3, 4, 5;
  insert into campaign_totals (tenant_id, tenant_ids, is_draft, campaigns)
  select tenant_id, tenant_ids, intent = 'draft', count(*) from come where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
create or replace function tally_campaigns_gone() returns trigger language plpgsql as
$$ begin
  insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
  select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', -count(*)
  from gone where deleted_at is null group by 1, 2, 3, 4, 5;
  insert into campaign_totals (tenant_id, tenant_ids, is_draft, campaigns)
  select tenant_id, tenant_ids, intent = 'draft', -count(*) from gone where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
-- What is the same in the tallies of an update is the same in the totals.
create or replace function tally_campaigns_changed() returns trigger language plpgsql as
$$ begin
  insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
  select tenant_id, tenant_ids, category_id, brand_id, is_draft, sum(one) from (
    select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft' as is_draft, 1 as one from come where deleted_at is null
    union all
    select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', -1 from gone where deleted_at is null
  ) moved group by 1, 2, 3, 4, 5 having sum(one) <> 0;
  if found then
    insert into campaign_totals (tenant_id, tenant_ids, is_draft, campaigns)
    select tenant_id, tenant_ids, is_draft, sum(one) from (
      select tenant_id, tenant_ids, intent = 'draft' as is_draft, 1 as one from come where deleted_at is null
      union all
      select tenant_id, tenant_ids, intent = 'draft', -1 from gone where deleted_at is null
    ) moved group by 1, 2, 3 having sum(one) <> 0;
  end if;
  return null;
end $$;
