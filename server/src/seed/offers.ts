import { fold } from "../../../src/core/fold"
import type { Database } from "../db/open"
import { brands, categories, gifts } from "../db/schema"
import { brandWords, firstNames, giftTerms, giftWords, lastNames, ownGiftWords } from "./words"
import { day, type Owner } from "./world"

/** Partners and gift cards. */
const contactOf = (at: number) => `${firstNames[at % firstNames.length]} ${lastNames[(at * 5) % lastNames.length]}`

export type BrandRow = { id: string; categoryId: string | null }

export const seedBrands = async (tx: Database, pictures: string[]): Promise<BrandRow[]> => {
  const categoryIds = new Map((await tx.select().from(categories)).map(({ name, id }) => [name, id]))
  return tx
    .insert(brands)
    .values(
      brandWords.map(([name, category, location], at) => ({
        name,
        location,
        categoryId: categoryIds.get(category) ?? null,
        logo: pictures[at % pictures.length],
        description: `${name}, ${category}`,
        contactPersons: [contactOf(at)],
        emails: [`kurumsal@${fold(name).replaceAll(" ", "-")}.example`],
        phones: [`0850555${String(1000 + at)}`],
      })),
    )
    .returning({ id: brands.id, categoryId: brands.categoryId })
}

/** @param today midnight, epoch ms. @returns ids of the platform's cards, and of those of the companies */
export const seedGifts = async (tx: Database, today: number, brandRows: BrandRow[], owners: Owner[]) => {
  const shared = await tx
    .insert(gifts)
    .values(
      giftWords.map(([cardName, brand], at) => ({
        cardName,
        brandId: brandRows[brand]?.id,
        categoryIds: brandRows[brand]?.categoryId ? [brandRows[brand].categoryId] : [],
        terms: giftTerms,
        maxUsage: 500,
        status: at === 6 ? 0 : 1,
        validityStart: new Date(today - 60 * day),
        validityEnd: new Date(today + (at * 40 - 20) * day),
      })),
    )
    .returning({ id: gifts.id })
  const own = await tx
    .insert(gifts)
    .values(
      ownGiftWords.map(([cardName, description], at) => ({
        cardName,
        description,
        tenantId: owners[at]?.id,
        terms: giftTerms,
        maxUsage: 250,
        validityStart: new Date(today - 45 * day),
        validityEnd: new Date(today + 120 * day),
      })),
    )
    .returning({ id: gifts.id })
  return { shared: shared.map(({ id }) => id), own: own.map(({ id }) => id) }
}
