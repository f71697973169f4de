-- Housekeeping sums up what was added since (`not is_sum`), not whole tables.
alter table people_tallies add column is_sum boolean not null default false;
alter table campaign_tallies add column is_sum boolean not null default false;
alter table campaign_totals add column is_sum boolean not null default false;
alter table usage add column is_sum boolean not null default false;
create index people_tallies_fresh on people_tallies (tenant_id) where not is_sum;
create index campaign_tallies_fresh on campaign_tallies (tenant_id) where not is_sum;
create index campaign_totals_fresh on campaign_totals (tenant_id) where not is_sum;
create index usage_fresh on usage (tenant_id) where not is_sum;
