import { sql } from "drizzle-orm"
import type { Database } from "../../db/open"

/** Uses the campaigns of companies that have begun and have no uses, each by one to four people of its company. */
export const growCampaignUses = (db: Database) =>
  db.execute(sql`with people as (
      select id, tenant_id, row_number() over (partition by tenant_id order by id) - 1 as place
      from users where role = 'User' and status = 1 and deleted_at is null
    ), companies as (
      select tenant_id, count(*) as places from people group by 1
    ), started as (
      select id, tenant_id, start_date, row_number() over (order by created_at, id) as n from campaigns c
      where intent <> 'draft' and start_date < now() and not exists (select from campaign_counters where campaign_id = c.id)
    ), chosen as (
      select s.id, s.tenant_id, (s.n + k) % c.places as place, k, least(s.start_date + k * interval '5 hours', now()) as at
      from started s join companies c using (tenant_id) cross join generate_series(1, 4) k where k <= least(1 + s.n % 4, c.places)
    ), ledger as (
      insert into campaign_uses (campaign_id, number, person_id, tenant_id, at, source, created_at)
      select chosen.id, k, people.id, tenant_id, at, 'program', at from chosen join people using (tenant_id, place)
      returning campaign_id, person_id
    ), counted as (
      insert into campaign_counters (campaign_id, people, uses, last_number)
      select campaign_id, count(*), count(*), count(*) from ledger group by 1 returning campaign_id
    )
    insert into campaign_people (campaign_id, person_id, uses) select campaign_id, person_id, 1 from ledger join counted using (campaign_id)`)
