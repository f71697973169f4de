import { eq, sql } from "drizzle-orm"
import { fold } from "../../../src/core/fold"
import type { Database } from "../db/open"
import { brands, campaigns, categories, gifts, media, tenants, users } from "../db/schema"
import { mediaUrl } from "../media/address"
import { writeImage } from "../media/image"
import type { Store } from "../media/store"
import { artwork } from "./artwork"
import { seedEngagement } from "./engagement"
import { seedGiftUses } from "./gift-uses"
import { createRandom, type Random } from "./random"
import { seedStaff } from "./staff"
import {
  brandWords,
  campaignWords,
  firstNames,
  giftTerms,
  giftWords,
  lastNames,
  ownGiftWords,
  products,
  seasons,
  terms,
} from "./words"

const day = 86_400_000

/** The demonstration's accounts (decisions §11). */
export const demoAccounts = [
  { email: "yonetici@platform.example", who: "platform administrator" },
  { email: "elif.yilmaz@yesilova.example", who: "company administrator, Yeşilova Grup" },
  { email: "mert.aydin@sarikum.example", who: "company administrator, Sarıkum Lojistik" },
  { email: "kullanici@yesilova.example", who: "ordinary user: refused" },
] as const

const companies = [
  {
    name: "Yeşilova Grup",
    primaryColor: "#3A9355",
    secondaryColor: "#152136",
    domain: "yesilova.example",
    location: "İzmir",
    industry: 9,
    contactPersons: ["Elif Yılmaz", "Kerem Tuna"],
    phone: "02325551000",
    companySize: 5,
    description: "1974’ten beri gıda, yapı ve enerji alanlarında çalışan aile şirketi.",
    subsidiaries: [
      ["Yeşilova Gıda", 9, "Manisa", "Nazlı Ergin", "Zeytin, zeytinyağı ve kuru meyve üretimi."],
      ["Yeşilova Yapı", 11, "İzmir", "Hakan Soylu", "Konut ve sanayi yapıları, proje ve taahhüt."],
      ["Yeşilova Enerji", 10, "Aydın", "Derya Sezer", "Rüzgâr ve güneş santrallerinin kurulumu ve işletmesi."],
    ],
  },
  {
    name: "Sarıkum Lojistik",
    primaryColor: "#FFD21F",
    secondaryColor: "#211E17",
    domain: "sarikum.example",
    location: "Mersin",
    industry: 7,
    contactPersons: ["Mert Aydın", "Olivia Bennett"],
    phone: "03245552000",
    companySize: 4,
    description: "Limandan rafa kara, deniz ve demir yolu taşımacılığı.",
    subsidiaries: [["Sarıkum Depoculuk", 7, "Adana", "Levent Dinç", "Soğuk hava depoları ve sipariş hazırlama."]],
  },
] as const

const isSeeded = async (db: Database) => (await db.select({ id: tenants.id }).from(tenants).limit(1)).length > 0

const first = <T>(rows: T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error("The row was not stored.")
  return row
}

type Owner = { id: string; subsidiaries: string[] }

const seedCompanies = async (db: Database, random: Random) => {
  const found: Owner[] = []
  for (const { subsidiaries, ...company } of companies) {
    const shared = {
      ...company,
      contactPersons: [...company.contactPersons],
      emails: [`bilgi@${company.domain}`],
      website: `https://www.${company.domain}`,
      modules: { reports: true },
    }
    const { id } = first(await db.insert(tenants).values(shared).returning({ id: tenants.id }))
    const beneath = await db
      .insert(tenants)
      .values(
        subsidiaries.map(([name, industry, location, person, description]) => ({
          ...shared,
          ...{ name, industry, location, description, parentId: id },
          emails: [`${fold(name).split(" ").at(-1)}@${company.domain}`],
          contactPersons: [person],
          companySize: company.companySize - 1,
        })),
      )
      .returning({ id: tenants.id })
    const taken = new Set<string>()
    const people = Array.from({ length: 60 }, () => {
      const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
      return { firstName, lastName, email: `${fold(firstName)}.${fold(lastName)}${random.whole(2, 999)}@${company.domain}` }
    }).filter(({ email }) => !taken.has(email) && taken.add(email))
    await db
      .insert(users)
      .values(people.map(person => ({ ...person, tenantId: id, role: "User" as const, status: random.chance(0.9) ? 1 : 0 })))
      .onConflictDoNothing()
    found.push({ id, subsidiaries: beneath.map(row => row.id) })
  }
  return found
}

const seedAccounts = async (db: Database, [yesilova, sarikum]: { id: string }[]) => {
  await db.insert(users).values([
    { email: demoAccounts[0].email, firstName: "Platform", lastName: "Yöneticisi", role: "Administrator" },
    { email: demoAccounts[1].email, firstName: "Elif", lastName: "Yılmaz", role: "TenantAdmin", tenantId: yesilova?.id },
    { email: demoAccounts[2].email, firstName: "Mert", lastName: "Aydın", role: "TenantAdmin", tenantId: sarikum?.id },
    { email: demoAccounts[3].email, firstName: "Deniz", lastName: "Acar", role: "User", tenantId: yesilova?.id },
  ])
}

const contactOf = (at: number) => `${firstNames[at % firstNames.length]} ${lastNames[(at * 5) % lastNames.length]}`

/** When a campaign of each status runs, in days from today: [earliest start, latest start, shortest, longest]. */
const periods = {
  active: [-25, -1, 20, 60],
  scheduled: [3, 60, 10, 45],
  draft: [5, 40, 10, 40],
  paused: [-30, -10, 35, 60],
  ended: [-200, -70, 10, 45],
} as const

const shares = ["active", "active", "active", "ended", "ended", "scheduled", "draft", "paused"] as const

const rewardOf = (random: Random, giftIds: string[]) => {
  const rewardType = random.pick([0, 0, 0, 1, 1, 2, 3])
  return {
    rewardType,
    rewardValue:
      rewardType === 0
        ? random.pick([10, 15, 20, 25, 30, 40, 50])
        : rewardType === 1
          ? random.pick([50, 100, 150, 250, 500, 1250])
          : null,
    giftCardId: rewardType === 2 ? random.pick(giftIds) : null,
    productName: rewardType === 3 ? random.pick(products) : "",
  }
}

/** Midnight and the last minute in Türkiye, which keeps one offset all year. */
const istanbul = 3 * 3_600_000

const campaignOf = (random: Random, today: number, at: number) => {
  const status = shares[at % shares.length] ?? "active"
  const [earliest, latest, shortest, longest] = periods[status]
  const start = today + random.whole(earliest, latest) * day
  const end = start + random.whole(shortest, longest) * day
  const limit = random.chance(0.85) ? random.pick([250, 500, 750, 1000, 1500, 2000, 4000]) : null
  const hasBegun = status === "active" || status === "paused" || status === "ended"
  return {
    intent: status === "draft" ? ("draft" as const) : status === "paused" ? ("paused" as const) : ("live" as const),
    startDate: new Date(start),
    endDate: new Date(end + day - 60_000),
    participantLimit: limit,
    participantCount: hasBegun ? Math.round((limit ?? 900) * (random.whole(5, status === "ended" ? 100 : 92) / 100)) : 0,
    createdAt: new Date(Math.min(start, today) - random.whole(5, 30) * day),
  }
}

/** Fills an empty database with the demonstration: two companies in their colours, people, partners and campaigns around today. */
export const seedDemo = async (db: Database, { now, store }: { now: number; store: Store }): Promise<boolean> => {
  if (await isSeeded(db)) return false
  const random = createRandom(20_260_101)
  const today = Math.floor((now + istanbul) / day) * day - istanbul

  const pictures: string[] = []
  for (let at = 0; at < 14; at++) {
    const bytes = artwork(random)
    const hash = await writeImage(store, bytes, "png")
    await db.insert(media).values({ hash, type: "png", size: bytes.length }).onConflictDoNothing()
    pictures.push(mediaUrl(hash, "png"))
  }

  await db.transaction(async tx => {
    const owners = await seedCompanies(tx, random)
    await seedAccounts(tx, owners)
    const categoryRows = await tx.select().from(categories)
    const categoryId = (name: string) => first(categoryRows.filter(row => row.name === name)).id

    const brandRows = await tx
      .insert(brands)
      .values(
        brandWords.map(([name, category, location], at) => ({
          name,
          location,
          categoryId: categoryId(category),
          logo: pictures[at % pictures.length],
          description: `${name}, ${category}`,
          contactPersons: [contactOf(at)],
          emails: [`kurumsal@${fold(name).replaceAll(" ", "-")}.example`],
          phones: [`0850555${String(1000 + at)}`],
        })),
      )
      .returning({ id: brands.id, categoryId: brands.categoryId })
    const giftRows = await tx
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
    const giftIds = giftRows.map(row => row.id)
    const ownGifts = await tx
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
    await seedGiftUses(tx, { today, giftIds: [...giftIds, ...ownGifts.map(row => row.id)] })

    const rows = seasons.flatMap((season, round) =>
      campaignWords.map(([title, brand, description], at) => {
        const period = campaignOf(random, today, at * 5 + round * 3)
        const partner = brandRows[brand]
        const reward = rewardOf(random, giftIds)
        const owner = random.chance(0.12) ? undefined : owners[random.chance(0.6) ? 0 : 1]
        return {
          ...period,
          ...reward,
          title: title + season,
          description,
          terms,
          currency: "TRY",
          brandId: partner?.id ?? "",
          categoryId: partner?.categoryId ?? "",
          tenantId: owner?.id ?? null,
          // Some are for chosen companies of the owner's.
          tenantIds: owner && at % 6 === 2 ? [owner.id, ...owner.subsidiaries.slice(0, 1)] : [],
          updatedAt: period.createdAt,
          media: random.chance(0.8)
            ? [
                { url: random.pick(pictures), orderNo: 1 },
                ...(random.chance(0.3) ? [{ url: random.pick(pictures), orderNo: 2 }] : []),
              ]
            : [],
        }
      }),
    )
    await tx.insert(campaigns).values(rows)
    await seedEngagement(tx, { today, owners, pictures })
    await seedStaff(tx, { today, owners })
    await tx.execute(sql`analyze campaigns`)
  })
  return true
}

/** An empty production database gets its first administrator (decisions §11); one who was deleted does not come back. */
export const seedAdministrator = async (db: Database, email: string | undefined) => {
  if (!email || (await db.$count(users, eq(users.email, email)))) return
  await db
    .insert(users)
    .values({ email, firstName: "Platform", lastName: "Administrator", role: "Administrator" })
    .onConflictDoNothing()
}
