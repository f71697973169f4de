import { fold } from "../../../src/core/text/fold"
import type { Database } from "../db/open"
import { brands, categories, gifts } from "../db/schema"
import { brandWords, firstNames, giftTerms, giftWords, lastNames, ownBrandWords, ownGiftWords } from "./words/offers"
import { day, type Owner } from "./world"

/** Partners and gift cards. */
const contactOf = (at: number) => `${firstNames[at % firstNames.length]} ${lastNames[(at * 5) % lastNames.length]}`

const contactsOf = (name: string, at: number, count: number) => {
  const domain = `${fold(name).replaceAll(" ", "-")}.example`
  return {
    contactPersons: [contactOf(at), contactOf(at + 7)].slice(0, count),
    emails: [`kurumsal@${domain}`, `destek@${domain}`].slice(0, count),
    phones: [`0850555${String(1000 + at)}`, ""].slice(0, count),
  }
}

export type BrandRow = { id: string; categoryId: string | null }

/** @returns the platform's partners */
export const seedBrands = async (tx: Database, today: number, pictures: string[], owners: Owner[]): Promise<BrandRow[]> => {
  const categoryIds = new Map((await tx.select().from(categories)).map(({ name, id }) => [name, id]))
  const shared = await tx
    .insert(brands)
    .values(
      brandWords.map(([name, category, location], at) => ({
        name,
        location,
        categoryId: categoryIds.get(category) ?? null,
        logo: pictures[at % pictures.length],
        description: `${name}, ${category}`,
        ...contactsOf(name, at, at % 3 === 0 ? 2 : 1),
      })),
    )
    .returning({ id: brands.id, categoryId: brands.categoryId })
  await tx.insert(brands).values(
    ownBrandWords.map(([owner, name, category, location], at) => ({
      tenantId: owners[owner]?.id,
      name,
      location,
      categoryId: categoryIds.get(category) ?? null,
      description: `${name}, ${category}`,
      createdAt: new Date(today - (200 + at) * day),
      // One is inactive, and has neither a logo nor a contact person.
      ...(at === 1 ? { status: 0 } : { logo: pictures[at + 3], ...contactsOf(name, at + 20, 1) }),
    })),
  )
  return shared
}

/** @param today midnight, epoch ms. @returns ids of the platform's cards, and of those of the companies */
export const seedGifts = async (tx: Database, today: number, brandRows: BrandRow[], owners: Owner[], pictures: string[]) => {
  const shared = await tx
    .insert(gifts)
    .values(
      giftWords.map(([cardName, brand], at) => ({
        cardName,
        brandId: brandRows[brand]?.id,
        categoryIds: brandRows[brand]?.categoryId ? [brandRows[brand].categoryId] : [],
        terms: giftTerms,
        maxUsage: at === 4 ? null : 500,
        status: at === 6 ? 0 : 1,
        cardImage: at % 4 === 3 ? null : pictures[(at * 3) % pictures.length],
        // One begins later, one has no end.
        validityStart: new Date(today + (at === 5 ? 12 : -60) * day),
        validityEnd: at === 2 ? null : new Date(today + (at * 40 - 20) * day),
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
        cardImage: pictures[at + 5],
        terms: giftTerms,
        maxUsage: 250,
        validityStart: new Date(today - 45 * day),
        validityEnd: new Date(today + 120 * day),
      })),
    )
    .returning({ id: gifts.id })
  return { shared: shared.map(({ id }) => id), own: own.map(({ id }) => id) }
}
