import { sql } from "drizzle-orm"
import { generateCode } from "../../../../src/contract/gift-codes"
import { codeAlphabet } from "../../../../src/core/hashing/check-character"
import { type Database, rowsOf } from "../../db/open"
import { createRandom } from "../random"
import { brandWords, giftWords } from "../words/offers"
import { ownerOf, owners, wordList } from "./owners"

/** Partners, payment providers and gift cards with codes and uses, for measurements. */

/** Number of codes per card with codes, and an upper limit of how many of them are used. */
const codesPerCard = 100
const usedPerCard = 60
/** Cards whose codes are written by one statement. */
const cardsAtOnce = 100

const growPartners = (db: Database, partners: number) =>
  db.execute(sql`insert into brands (tenant_id, name, description, category_id, emails, status, created_at)
    select case when n % 5 > 0 then ${ownerOf} end, (w.words ->> (n * 5 % w.length)::int) || ' ' || n, 'Ölçüm için üretildi.', c.id,
      jsonb_build_array('ortak' || n || '@buyuk.example'), (n % 9 <> 0)::int, now() - (n % 1000) * interval '1 day'
    from generate_series(1, ${partners}::bigint) n cross join ${owners} o
    cross join ${wordList(brandWords.map(([name]) => name))} w
    join (select id, (row_number() over (order by name)) - 1 as place, count(*) over () as places from categories) c on c.place = n % c.places`)

const growPayments = (db: Database, payments: number) =>
  db.execute(sql`insert into payments (tenant_id, name, description, contact_person, email, website, status, created_at)
    select ${ownerOf}, 'Ödeme kuruluşu ' || n, 'Ölçüm için üretildi.', 'Yetkili ' || n, 'odeme' || n || '@buyuk.example',
      'https://odeme' || n || '.example', (n % 7 <> 0)::int, now() - (n % 900) * interval '1 day'
    from generate_series(1, ${payments}::bigint) n cross join ${owners} o`)

/** @returns the ids of the cards in the order of their numbers */
const growCards = async (db: Database, gifts: number): Promise<string[]> => {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`insert into gifts (tenant_id, card_name, brand_id, description, category_ids, validity_start, validity_end, max_usage, status, created_at)
      select case when n % 6 > 0 then ${ownerOf} end, (w.words ->> (n * 3 % w.length)::int) || ' ' || n, b.ids[place.at], 'Ölçüm için üretildi.',
        array[b.categories[place.at]], made.at, made.at + (60 + n % 200) * interval '1 day', case when n % 4 > 0 then ${codesPerCard}::int end,
        (n % 8 <> 0)::int, made.at
      from generate_series(1, ${gifts}::bigint) n cross join ${owners} o
      cross join lateral (select now() - (1 + n % 700) * interval '1 day' as at) made
      cross join ${wordList(giftWords.map(([name]) => name))} w
      cross join (select array_agg(id order by created_at, id) as ids, array_agg(category_id order by created_at, id) as categories
        from brands where category_id is not null) b
      cross join lateral (select (1 + n % cardinality(b.ids))::int as at) place
      order by n returning id`,
  )
  return rows.map(({ id }) => id)
}

/** The number as three characters of the codes' alphabet: batches never share a code. */
const prefixOf = (number: number) =>
  [1024, 32, 1].map(place => codeAlphabet.charAt(Math.floor(number / place) % codeAlphabet.length)).join("")

const growCodes = async (db: Database, cards: readonly string[]) => {
  const random = createRandom(20_261_122)
  const createdAt = sql`(select created_at + interval '1 hour' from gifts where id = card.id::uuid)`
  for (let from = 0; from < cards.length; from += cardsAtOnce) {
    const batch = cards.slice(from, from + cardsAtOnce).map((id, at) => {
      const pattern = `B${prefixOf(from + at)}-####-####`
      return { id, pattern, codes: Array.from({ length: codesPerCard }, () => generateCode(pattern, () => random.whole(0, 31))) }
    })
    await db.execute(sql`with card as (
        select id, pattern, codes from jsonb_to_recordset(${JSON.stringify(batch)}::text::jsonb) as given(id text, pattern text, codes jsonb)
      ), batch as (
        insert into gift_batches (gift_id, pattern, count, created_at)
        select card.id::uuid, card.pattern, ${codesPerCard}::int, ${createdAt} from card returning id, gift_id, created_at
      )
      insert into gift_codes (gift_id, batch_id, code, created_at)
      select batch.gift_id, batch.id, code, batch.created_at
      from card join batch on batch.gift_id = card.id::uuid, jsonb_array_elements_text(card.codes) with ordinality given(code, place)
      order by batch.gift_id, place`)
  }
}

/** Uses the first codes of each card, of each card another number: its ledger, the codes and its sum agree. */
const growUses = async (db: Database, cards: readonly string[]) => {
  const given = sql`jsonb_array_elements_text(${JSON.stringify(cards)}::text::jsonb) with ordinality as card(id, n)`
  await db.execute(sql`insert into gift_uses (gift_id, code_id, amount, before, after, author, created_at)
    select gift_id, id, 1, place - 1, place, 'Platform Yöneticisi', created_at + place * interval '90 minutes'
    from (select code.*, card.n, (row_number() over (partition by code.gift_id order by code.id))::int as place
      from ${given} join gift_codes code on code.gift_id = card.id::uuid) numbered
    where place <= n * 13 % ${usedPerCard}::int order by gift_id, place`)
  await db.execute(sql`update gift_codes set used_at = uses.created_at from gift_uses uses join ${given} on uses.gift_id = card.id::uuid
    where uses.code_id = gift_codes.id`)
  await db.execute(sql`with ledger as materialized
    (select gift_id, sum(amount)::int as used from gift_uses where gift_id in (select card.id::uuid from ${given}) group by gift_id)
    update gifts set used = ledger.used from ledger where gifts.id = ledger.gift_id`)
}

export const growOffers = async (
  db: Database,
  { partners, payments, gifts }: { partners: number; payments: number; gifts: number },
  report: (text: string) => void,
): Promise<void> => {
  if (!gifts) return
  await growPartners(db, partners)
  await growPayments(db, payments)
  report(`${partners} partners, ${payments} payment providers`)
  const cards = await growCards(db, gifts)
  const withCodes = cards.slice(0, Math.ceil(cards.length / 2))
  await growCodes(db, withCodes)
  await growUses(db, withCodes)
  report(`${gifts} gift cards, ${withCodes.length * codesPerCard} codes`)
}
