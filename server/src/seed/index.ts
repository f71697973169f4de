import { eq, sql } from "drizzle-orm"
import type { Database } from "../db/open"
import { media, tenants, users } from "../db/schema"
import { mediaUrl } from "../media/address"
import { writeImage } from "../media/image"
import type { Store } from "../media/store"
import { seedAccounts } from "./accounts"
import { artwork, portrait } from "./artwork"
import { seedCampaignUses } from "./campaign-uses"
import { seedCampaigns } from "./campaigns"
import { seedCompanies } from "./companies"
import { seedDrawResults } from "./draws"
import { seedEngagement } from "./engagement"
import { seedGiftUses } from "./gift-uses"
import { seedHistory } from "./history"
import { seedBrands, seedGifts } from "./offers"
import { createRandom } from "./random"
import { seedStaff } from "./staff"
import { seedSurveyAnswers } from "./survey-answers"
import { seedSurveyDocuments } from "./survey-documents"
import { day, hour } from "./world"

/** The offset of Türkiye's time zone, which is the same all year, ms. */
const istanbulOffset = 3 * hour

const pictureCount = 14
const portraitCount = 24

const isSeeded = async (db: Database) => (await db.select({ id: tenants.id }).from(tenants).limit(1)).length > 0

const seedPictures = async (db: Database, store: Store, count: number, draw: () => Uint8Array): Promise<string[]> => {
  const pictures: string[] = []
  for (let at = 0; at < count; at++) {
    const bytes = draw()
    const hash = await writeImage(store, bytes, "png")
    await db.insert(media).values({ hash, type: "png", size: bytes.length }).onConflictDoNothing()
    pictures.push(mediaUrl(hash, "png"))
  }
  return pictures
}

type Given = { now: number; store: Store; codeSecret?: string }

/** An arbitrary number, the same in all processes. */
const seedLock = 7_203_313

/**
 * Fills an empty database with the demonstration: two companies with people, partners, gift cards and records in every
 * status around today. @param given.now epoch ms; @param given.codeSecret as for {@link seedSurveyAnswers}
 * @returns false when the database is not empty
 */
export const seedDemo = async (db: Database, { now, store, codeSecret }: Given): Promise<boolean> => {
  if (await isSeeded(db)) return false
  const random = createRandom(20_260_101)
  const today = Math.floor((now + istanbulOffset) / day) * day - istanbulOffset
  const pictures = await seedPictures(db, store, pictureCount, () => artwork(random))
  const faces = createRandom(20_260_105)
  const portraits = await seedPictures(db, store, portraitCount, () => portrait(faces))
  return db.transaction(async tx => {
    // Of two processes that start on one empty database, the second waits for the first, and adds nothing.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (await isSeeded(tx)) return false
    const owners = await seedCompanies(tx, random)
    await seedAccounts(tx, owners)
    const brandRows = await seedBrands(tx, today, pictures, owners)
    const giftIds = await seedGifts(tx, today, brandRows, owners, pictures)
    await seedGiftUses(tx, { today, giftIds: [...giftIds.shared, ...giftIds.own] })
    const campaignRows = await seedCampaigns(tx, { random, today, owners, pictures, brandRows, giftIds: giftIds.shared })
    await seedEngagement(tx, { today, owners, pictures })
    await seedStaff(tx, { today, owners, portraits })
    await seedCampaignUses(tx, { now, owners, campaignRows })
    await seedDrawResults(tx, today)
    await seedSurveyAnswers(tx, { today, owners, codeSecret })
    await seedSurveyDocuments(tx, today)
    await seedHistory(tx, today)
    await tx.execute(sql`analyze campaigns`)
    return true
  })
}

/**
 * Adds the first administrator of a production database (docs/operations.md#modes); further ones come from `create-admin`.
 * @returns false for an address that was not added because there is another administrator
 */
export const seedAdministrator = async (db: Database, email: string | undefined): Promise<boolean> => {
  if (!email) return true
  const administrators = await db.select({ email: users.email }).from(users).where(eq(users.role, "Administrator"))
  if (administrators.length) return administrators.some(found => found.email === email)
  await db
    .insert(users)
    .values({ email, firstName: "Platform", lastName: "Administrator", role: "Administrator" })
    .onConflictDoNothing()
  return true
}
