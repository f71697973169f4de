/** Campaigns whose figures are not those of their ledger: none, at any time. */
export const wrongCounts = `
  with ledger as materialized (
    select campaign_id, (count(*) filter (where voided_at is null))::int as uses, max(number) as last, count(*) as entries,
      (count(distinct person_id) filter (where voided_at is null))::int as people,
      coalesce(sum(amount) filter (where voided_at is null), 0) as amount
    from campaign_uses group by 1
  ), of_people as (
    select campaign_id, sum(uses)::int as uses, (count(*) filter (where uses > 0))::int as people from campaign_people group by 1
  )
  select campaign_id, to_jsonb(c) as counted, to_jsonb(l) as ledger, to_jsonb(p) as people
  from campaign_counters c left join ledger l using (campaign_id) left join of_people p using (campaign_id)
  where c.people <> c.opening + coalesce(l.people, 0) or c.uses <> c.opening + coalesce(l.uses, 0) or c.amount <> coalesce(l.amount, 0)
    or coalesce(p.people, 0) <> coalesce(l.people, 0) or coalesce(p.uses, 0) <> coalesce(l.uses, 0)
    or c.last_number <> coalesce(l.last, 0) or c.last_number <> coalesce(l.entries, 0)`
