import { type SQL, sql } from "drizzle-orm"
import { authors, statuses } from "../../../../src/contract/feedback"
import type { Database } from "../../db/open"
import { announcementWords } from "../words/announcements"
import { feedbackWords } from "../words/feedback"
import { familyNames, givenNames } from "../words/staff"
import { ownerOf, owners, wordList } from "./owners"

/** Announcements and feedback with threads, for measurements. */

/** Rows of one statement: the embedded database keeps the rows of a statement in memory. */
const batchSize = 10_000

const growAnnouncements = (db: Database, announcements: number) =>
  db.execute(sql`insert into announcements (tenant_id, title, description, body, type, intent, start_date, end_date, created_at)
    select case when n % 6 > 0 then ${ownerOf} end, (w.words ->> (n * 5 % w.length)::int) || ' ' || n, 'Ölçüm için üretildi.',
      'Ölçüm için üretildi.', (n % 4)::smallint, case when n % 9 = 0 then 'draft' when n % 10 = 1 then 'archived' else 'published' end,
      made.at, case when n % 3 > 0 then made.at + (10 + n % 60) * interval '1 day' end, made.at - interval '3 days'
    from generate_series(1, ${announcements}::bigint) n cross join ${owners} o
    cross join lateral (select now() - (n % 1000 - 10) * interval '1 day' as at) made
    cross join ${wordList(announcementWords.map(([title]) => title))} w`)

/** An entry of a thread. @param number distinguishes the entries of a thread */
const entry = (author: (typeof authors.names)[number], number: number, message: SQL | string, at: SQL, isInternal = false) =>
  sql`jsonb_build_object('id', md5('buyuk' || n || '-' || ${String(number)})::uuid, 'type', ${authors.value(author)}::int,
    'message', ${message}::text, 'authorName', ${author === "admin" ? sql`'Şirket Yöneticisi'` : sql`named.name`}, 'authorEmail', '',
    'createdDate', to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isInternal', ${isInternal}::boolean,
    'attachments', '[]'::jsonb)`

const code = (name: (typeof statuses.names)[number]) => sql`${statuses.value(name)}::int`

/** Most of what is older than a month was resolved, after a question and two answers. */
const growThreads = (db: Database, { from, to, feedback }: { from: number; to: number; feedback: number }) =>
  db.execute(sql`insert into feedbacks (tenant_id, type, subject, description, user_name, email, priority, category, status, resolved_at,
      conversations, created_at, updated_at)
    select ${ownerOf}, (n % 2)::smallint, (w.words ->> (n * 5 % w.length)::int) || ' ' || n, 'Ölçüm için üretildi.', named.name,
      'kisi' || n || '@buyuk.example', (n % 4)::smallint, (n / 2 % 4)::smallint, stage.status,
      case when stage.status = ${code("resolved")} then made.at + (20 + n % 90) * interval '1 hour' end,
      case when stage.status = ${code("new")} then '[]'::jsonb else jsonb_build_array(
        ${entry("admin", 1, "Ekip inceledi.", sql`made.at + (n % 6) * interval '1 hour'`, true)},
        ${entry("admin", 2, "Talebiniz incelemeye alındı.", sql`made.at + (1 + n % 18) * interval '1 hour'`)},
        ${entry("user", 3, "Teşekkürler, bekliyorum.", sql`made.at + (19 + n % 5) * interval '1 hour'`)}) end,
      made.at, made.at + case when stage.status = ${code("new")} then interval '0' else (24 + n % 90) * interval '1 hour' end
    from generate_series(${from}::bigint, ${to}::bigint) n cross join ${owners} o
    cross join lateral (select now() - interval '5 days' - (${feedback}::float8 - n) / ${feedback}::float8 * interval '3 years' as at) made
    cross join lateral (select case when made.at < now() - interval '30 days' and n % 25 > 0
        then case when n % 8 = 0 then ${code("rejected")} else ${code("resolved")} end
        else case n % 3 when 0 then ${code("new")} when 1 then ${code("inProgress")} else ${code("pending")} end end as status) stage
    cross join ${wordList(feedbackWords.map(([, subject]) => subject))} w
    cross join ${wordList(givenNames)} g cross join ${wordList(familyNames)} f
    cross join lateral (select (g.words ->> (n * 7 % g.length)::int) || ' ' || (f.words ->> (n * 13 % f.length)::int) as name) named`)

export const growFeedback = async (
  db: Database,
  { announcements, feedback }: { announcements: number; feedback: number },
  report: (text: string) => void,
): Promise<void> => {
  if (!feedback) return
  await growAnnouncements(db, announcements)
  report(`${announcements} announcements`)
  for (let from = 1; from <= feedback; from += batchSize)
    await growThreads(db, { from, to: Math.min(from + batchSize - 1, feedback), feedback })
  report(`${feedback} feedback items`)
}
