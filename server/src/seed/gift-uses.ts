import { eq } from "drizzle-orm"
import { generateCode } from "../../../src/contract/gift-codes"
import type { Database } from "../db/open"
import { giftBatches, giftCodes, gifts, giftUses } from "../db/schema"
import { createRandom, type Random } from "./random"
import { day, hour } from "./world"

const platform = "Platform Yöneticisi"

/** Gift cards with a batch of codes and a usage history: `uses` with a code each, and `given` without codes. */
const batches = [
  { author: platform, gift: 0, pattern: "SEPET-####-####", count: 24, uses: 22, given: 460 },
  { author: platform, gift: 1, pattern: "KART-####-####", count: 40, uses: 17, given: 0 },
  { author: platform, gift: 2, pattern: "SAYFA-####-####", count: 24, uses: 24, given: 477 },
  { author: platform, gift: 3, pattern: "PERDE-####-####", count: 60, uses: 9, given: 320 },
  { author: "Elif Yılmaz", gift: 8, pattern: "YESLVA-####-####", count: 30, uses: 12, given: 0 },
  { author: "Mert Aydın", gift: 9, pattern: "YAKT-####-####", count: 30, uses: 8, given: 40 },
] as const
const notes = ["Kasada okutuldu", "İnternet siparişi", "", "Telefonla bildirildi", ""] as const

type Entry = Pick<typeof giftUses.$inferInsert, "codeId" | "amount" | "note">

/** A delivery in bulk, then single uses of the first codes, one of which is corrected. */
const entriesOf = (random: Random, codeIds: number[], { uses, given }: { uses: number; given: number }): Entry[] => {
  const single = codeIds.slice(0, uses).map(codeId => ({ codeId, amount: 1, note: random.pick(notes) }))
  const mistake = single.at(4)
  return [
    ...(given ? [{ codeId: null, amount: given, note: "Toplu teslim, tutanakla" }] : []),
    ...single,
    ...(mistake ? [{ codeId: mistake.codeId, amount: -1, note: "Yanlış kart okutulmuştu" }] : []),
  ]
}

/** @param given.today midnight, epoch ms; @param given.giftIds in the order of creation */
export const seedGiftUses = async (tx: Database, { today, giftIds }: { today: number; giftIds: string[] }) => {
  const random = createRandom(20_260_303)
  for (const { author, gift, pattern, count, ...share } of batches) {
    const giftId = giftIds[gift] ?? ""
    const createdAt = new Date(today - 40 * day + 10 * hour)
    const [batch] = await tx.insert(giftBatches).values({ giftId, pattern, count, createdAt }).returning({ id: giftBatches.id })
    if (!batch) throw new Error("The batch was not stored.")
    const made = await tx
      .insert(giftCodes)
      .values(
        Array.from({ length: count }, () => ({
          giftId,
          batchId: batch.id,
          code: generateCode(pattern, () => random.whole(0, 31)),
          createdAt,
        })),
      )
      .returning({ id: giftCodes.id })
    let used = 0
    const entries = entriesOf(
      random,
      made.map(({ id }) => id),
      share,
    ).map((entry, at) => {
      const before = used
      used += entry.amount
      const moment = new Date(createdAt.getTime() + at * 17 * hour + random.whole(0, 90) * 60_000)
      return { ...entry, giftId, before, after: used, author, createdAt: moment }
    })
    await tx.insert(giftUses).values(entries)
    for (const { codeId, amount, createdAt: moment } of entries)
      if (codeId)
        await tx
          .update(giftCodes)
          .set({ usedAt: amount > 0 ? moment : null })
          .where(eq(giftCodes.id, codeId))
    await tx.update(gifts).set({ used }).where(eq(gifts.id, giftId))
  }
}
