import { and, desc, eq, isNull, like, sql } from "drizzle-orm"
import type { Database } from "../../db/open"
import { draws } from "../../db/schema"
import { lockDraw } from "../../resources/draws/lock"
import { runDraw } from "../../resources/draws/run"
import { drawWords } from "../words/draws"
import { ownerOf, owners, wordList } from "./owners"

/** Draws for measurements: with entries, with winners, and some that are locked and drawn by their proof. */

const entriesPerDraw = 200
/** Draws with a proof have this title. */
const proved = "Kanıtlı çekiliş"
const prizes = [
  { name: "Dizüstü bilgisayar", type: 0, quantity: 1, value: 42_000, imageUrl: null },
  { name: "Kablosuz kulaklık", type: 0, quantity: 2, value: 3_500, imageUrl: null },
]
const timeZone = "Europe/Istanbul"
const hourMs = 3_600_000

/** Some employees of each company, numbered from 1 as `place`. */
const candidates = sql`(select id, tenant_id, first_name || ' ' || last_name as name,
  row_number() over (partition by tenant_id order by created_at, id) as place
  from users where role = 'User' and deleted_at is null and email like 'kisi%' and created_at < timestamptz '2024-01-01' + interval '35 days')`

const addDraws = (db: Database, count: number) =>
  db.execute(sql`insert into draws (tenant_id, title, description, method, eligibility, prizes, start_date, end_date, draw_date, intent, created_at)
    select ${ownerOf}, (w.words ->> (n * 7 % w.length)::int) || ' ' || n, 'Ölçüm için üretildi.', (n % 3)::smallint, 0,
      ${JSON.stringify(prizes)}::text::jsonb, made.at, made.at + interval '20 days', made.at + interval '22 days',
      case when n % 20 = 0 then 'draft' when n % 20 = 1 then 'cancelled'
        when made.at < now() - interval '22 days' and n % 20 <> 2 then 'drawn' else 'live' end,
      made.at - interval '5 days'
    from generate_series(1, ${count}::bigint) n cross join ${owners} o
    cross join lateral (select now() - (n % 900 - 5) * interval '1 day' as at) made
    cross join ${wordList(drawWords.map(([title]) => title))} w`)

const isAdded = sql`d.description = 'Ölçüm için üretildi.' and not exists (select 1 from draw_winners w where w.draw_id = d.id)`

/** Entries of the published draws that go by time. */
const addEntries = (db: Database) =>
  db.execute(sql`insert into draw_entries (draw_id, employee_id, entered_at)
    select d.id, c.id, d.start_date + c.place * interval '97 seconds'
    from draws d join ${candidates} c on c.tenant_id = d.tenant_id and c.place <= ${entriesPerDraw}
    where ${isAdded} and d.method = 2 and d.intent in ('live', 'drawn') and d.start_date < now() - interval '1 day'`)

/** Winners of draws from before there were proofs. */
const addWinners = (db: Database) =>
  db.execute(sql`insert into draw_winners (draw_id, round, place, employee_id, name, prize, prize_index, reserve, state, state_at)
    select d.id, 0, c.place - 1, c.id, c.name, case when c.place = 1 then ${prizes[0]?.name} else ${prizes[1]?.name} end,
      case when c.place = 1 then 0 else 1 end, false, 'delivered', d.draw_date + interval '3 days'
    from draws d join ${candidates} c on c.tenant_id = d.tenant_id and c.place <= 3
    where ${isAdded} and d.intent = 'drawn'`)

/** Locks and runs draws as the API does. */
const addProvedDraws = async (db: Database, count: number) => {
  await db.execute(sql`insert into draws (tenant_id, title, description, method, eligibility, new_days, prizes, start_date, end_date, draw_date,
      intent, created_at)
    select ${ownerOf}, ${proved} || ' ' || lpad(n::text, 4, '0'), 'Ölçüm için üretildi.', 0, 3, 90, ${JSON.stringify(prizes)}::text::jsonb,
      made.at, made.at + interval '20 days', made.at + interval '22 days', 'drawn', made.at
    from generate_series(1, ${2 * count}::bigint, 2) n cross join ${owners} o
    cross join lateral (select now() - (30 + n) * interval '1 day' as at) made`)
  const rows = await db
    .select()
    .from(draws)
    .where(and(like(draws.title, `${proved} %`), isNull(draws.round)))
    .orderBy(desc(draws.title))
  for (const draw of rows)
    await db.transaction(async tx => {
      await lockDraw(tx, draw, { now: draw.endDate.getTime() + hourMs, timeZone, publicRandomness: { kind: "none" } })
      await tx.update(draws).set({ round: 0 }).where(eq(draws.id, draw.id))
      await runDraw(tx, draw, 0, { now: draw.drawDate.getTime() + hourMs, publicValue: "" })
    })
}

export const growDraws = async (db: Database, count: number, report: (text: string) => void): Promise<void> => {
  if (!count) return
  await addDraws(db, count)
  await addEntries(db)
  await addWinners(db)
  await addProvedDraws(db, Math.ceil(count / 100))
  report(`${count} draws`)
}
