-- Whoever deletes a row looks for what points at it: a sweep of expired tokens must not read all of them for each.
create index refresh_tokens_successor on refresh_tokens (successor_id);
create index feedbacks_user on feedbacks (user_id);

-- 0006 and 0008 counted first and added their triggers then: what another process wrote in between was lost to the tallies.
-- The same count once more, while nobody writes.
lock table users, campaigns in share row exclusive mode;
delete from people_tallies;
insert into people_tallies (tenant_id, status, role, department_id, people)
select tenant_id, status, role, department_id, count(*) from users where deleted_at is null group by 1, 2, 3, 4;
delete from campaign_tallies;
insert into campaign_tallies (tenant_id, tenant_ids, category_id, brand_id, is_draft, campaigns)
select tenant_id, tenant_ids, category_id, brand_id, intent = 'draft', count(*) from campaigns where deleted_at is null group by 1, 2, 3, 4, 5;
