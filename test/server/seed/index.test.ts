import { existsSync, mkdtempSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { campaignCounters } from "../../../server/src/db/campaign-tables"
import { type Opened, rowsOf } from "../../../server/src/db/open"
import {
  announcements,
  audit,
  brands,
  campaigns,
  draws,
  feedbacks,
  gifts,
  payments,
  surveys,
  tenants,
  users,
} from "../../../server/src/db/schema"
import { storedCompany } from "../../../server/src/kinds/tenant"
import { folderStore } from "../../../server/src/media/store"
import { seedAdministrator, seedDemo } from "../../../server/src/seed"
import { demoAccounts } from "../../../server/src/seed/accounts"
import { artwork } from "../../../server/src/seed/artwork"
import { createRandom } from "../../../server/src/seed/random"
import { campaignOf, draftOf, rewards, rules, statusAt, statuses } from "../../../src/contract/campaigns"
import { rules as companyRules, hasProfile } from "../../../src/contract/companies"
import { blank as employee, rules as employeeRules } from "../../../src/contract/employees"
import { rules as providerRules } from "../../../src/contract/payments"
import { validate } from "../../../src/core/rules"
import { accounts, createTestApi, openTemplate, start, type TestApi } from "../../api"
import { allowedMs } from "../../pace"
import { itInLongRuns } from "../../rounds"
import { wrongCounts } from "../campaign-uses-kit"

let opened: TestApi
let dataDir = ""
beforeAll(async () => {
  opened = await createTestApi()
  ;({ dataDir } = opened.config)
})
afterAll(() => opened.close())

const statusNow = (row: typeof campaigns.$inferSelect) =>
  statuses.name(
    statusAt({ intent: row.intent, startDate: row.startDate.toISOString(), endDate: row.endDate.toISOString() }, start),
  )

/** A skipped test counts as a failure. */

describe("the demonstration", () => {
  it("has a history: who created each campaign, and what was changed since, until now", async () => {
    const entries = await opened.db.select().from(audit)
    const records = await opened.db.select().from(campaigns)
    const created = entries.filter(entry => entry.entity === "campaign" && entry.action === "create")
    expect(new Set(created.map(entry => entry.entityId))).toEqual(new Set(records.map(row => row.id)))
    expect(entries.filter(entry => !entry.actorEmail || entry.at.getTime() > Date.now())).toEqual([])
    const byId = entries.toSorted((a, b) => a.id - b.id).map(entry => entry.at.getTime())
    expect(byId).toEqual(byId.toSorted((a, b) => a - b))
    const changes = entries.filter(entry => entry.action === "update")
    expect(changes.length).toBeGreaterThan(10)
    for (const { entityId, before, after } of changes.filter(entry => entry.entity === "campaign")) {
      const record = records.find(row => row.id === entityId)
      expect([before?.version, after?.version, record?.version]).toEqual([1, 2, 2])
      expect(after?.endDate).toBe(record?.endDate.toISOString())
      expect(before?.endDate).not.toBe(after?.endDate)
    }
  })

  it("has feedback that nobody wrote after today began", async () => {
    const today = Math.floor((start + 3 * 3_600_000) / 86_400_000) * 86_400_000 - 3 * 3_600_000
    const rows = await opened.db.select().from(feedbacks)
    const written = rows.flatMap(row => [row.updatedAt, ...row.conversations.map(entry => new Date(entry.createdDate))])
    expect(written.length).toBeGreaterThan(rows.length)
    expect(written.filter(at => at.getTime() > today)).toEqual([])
  })

  it("has the four accounts, each in its role and company", async () => {
    const companies = new Map((await opened.db.select().from(tenants)).map(row => [row.id, row.name]))
    const people = new Map((await opened.db.select().from(users)).map(row => [row.email, row]))
    expect(
      demoAccounts.map(({ email }) => {
        const person = people.get(email)
        return [email, person?.role, companies.get(person?.tenantId ?? "")]
      }),
    ).toEqual([
      ["yonetici@platform.example", "Administrator", undefined],
      ["elif.yilmaz@yesilova.example", "TenantAdmin", "Yeşilova Grup"],
      ["mert.aydin@sarikum.example", "TenantAdmin", "Sarıkum Lojistik"],
      ["kullanici@yesilova.example", "User", "Yeşilova Grup"],
    ])
  })

  it("has two companies in very different colours, with subsidiaries", async () => {
    const rows = await opened.db.select().from(tenants).orderBy(tenants.name)
    const parents = rows.filter(row => row.parentId === null)
    expect(parents.map(row => [row.name, row.primaryColor, row.secondaryColor])).toEqual([
      ["Sarıkum Lojistik", "#FFD21F", "#211E17"],
      ["Yeşilova Grup", "#3A9355", "#152136"],
    ])
    for (const parent of parents) expect(rows.some(row => row.parentId === parent.id)).toBe(true)
  })

  it("says of each company who and where it is, and how large, in words of its own that its form takes", async () => {
    const rows = await opened.db.select().from(tenants)
    const people = await opened.db.select().from(users)
    for (const row of rows) {
      const company = storedCompany.draft(row)
      expect([row.name, validate(companyRules, company), hasProfile(company)]).toEqual([row.name, {}, true])
      const staff = people.filter(({ tenantId }) => tenantId === row.id).length
      const [least, most] =
        [
          [201, 500],
          [501, 1000],
          [1001, Number.POSITIVE_INFINITY],
        ][(row.companySize ?? 0) - 3] ?? []
      expect(staff).toBeGreaterThanOrEqual(least ?? 0)
      expect(staff).toBeLessThanOrEqual(most ?? 0)
    }
    for (const words of [rows.map(row => row.description), rows.map(row => row.emails[0])])
      expect(new Set(words).size).toBe(rows.length)
  })

  it("shows every status and every reward to each company", async () => {
    const rows = await opened.db.select().from(campaigns)
    expect(rows.length).toBeGreaterThanOrEqual(90)
    const parents = (await opened.db.select().from(tenants)).filter(row => row.parentId === null)
    for (const { id } of parents) {
      const seen = rows.filter(row => row.tenantId === id)
      expect(new Set(seen.map(statusNow))).toEqual(new Set(statuses.names))
      expect(new Set(seen.map(row => rewards.name(row.rewardType)))).toEqual(new Set(rewards.names))
    }
    expect((await opened.db.select().from(brands)).length).toBe(17)
    expect((await opened.db.select().from(gifts)).map(row => row.tenantId)).toEqual(
      expect.arrayContaining([null, ...parents.map(row => row.id)]),
    )
  })

  it("names each campaign once, without a suffix, and gives a gift card of the campaign's own partner", async () => {
    const rows = await opened.db.select().from(campaigns)
    const titles = rows.map(row => row.title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.filter(title => title.includes("·"))).toEqual([])
    const partnerOf = new Map((await opened.db.select().from(gifts)).map(card => [card.id, card.brandId]))
    for (const { giftCardId, brandId, title } of rows)
      if (giftCardId) expect([title, partnerOf.get(giftCardId)]).toEqual([title, brandId])
  })

  it("shows the edges of records: full, unlimited, used up, foreign currency, inactive, without pictures or contacts", async () => {
    const offers = await opened.db.select().from(campaigns)
    const cards = await opened.db.select().from(gifts)
    const partners = await opened.db.select().from(brands)
    const counters = new Map((await opened.db.select().from(campaignCounters)).map(row => [row.campaignId, row]))
    const peopleOf = (id: string) => counters.get(id)?.people ?? 0
    const now = new Date(start)
    const counts = {
      full: offers.filter(row => row.participantLimit !== null && peopleOf(row.id) === row.participantLimit),
      partly: offers.filter(row => row.participantLimit !== null && peopleOf(row.id) < row.participantLimit),
      spent: offers.filter(row => row.budget !== null && Number(counters.get(row.id)?.amount) > row.budget * 0.9),
      unlimited: offers.filter(row => row.participantLimit === null),
      foreign: offers.filter(row => row.currency !== "TRY"),
      bare: offers.filter(row => row.media.length === 0),
      usedUp: cards.filter(card => card.maxUsage !== null && card.used === card.maxUsage),
      unlimitedCards: cards.filter(card => card.maxUsage === null),
      endless: cards.filter(card => card.validityEnd === null),
      expired: cards.filter(card => card.validityEnd && card.validityEnd < now),
      upcoming: cards.filter(card => card.validityStart && card.validityStart > now),
      bareCards: cards.filter(card => !card.cardImage),
      companies: partners.filter(partner => partner.tenantId !== null),
      inactive: partners.filter(partner => partner.status === 0),
      without: partners.filter(partner => !partner.logo && partner.contactPersons.length === 0),
      several: partners.filter(partner => partner.contactPersons.length > 1),
    }
    expect(Object.entries(counts).flatMap(([edge, found]) => (found.length ? [] : [edge]))).toEqual([])
    expect(offers.filter(row => row.media.length).length / offers.length).toBeGreaterThan(0.7)
    expect(cards.filter(card => card.cardImage).length / cards.length).toBeGreaterThan(0.7)
  })

  it("has thousands of uses of campaigns, by employees whom they are offered to, within dates and limits, which its counts are of", async () => {
    const [sums] = await rowsOf<{ uses: number }>(
      opened.db,
      "select count(*)::int as uses from campaign_uses where at <= created_at",
    )
    expect(sums?.uses).toBeGreaterThan(2_000)
    expect(await rowsOf(opened.db, wrongCounts)).toEqual([])
    const isOutside = `at < start_date or at >= end_date or intent = 'draft' or u.tenant_id <> p.tenant_id
      or (cardinality(tenant_ids) > 0 and not u.tenant_id = any(tenant_ids))`
    const outside = `select u.* from campaign_uses u join campaigns on campaigns.id = campaign_id join users p on p.id = person_id where ${isOutside}`
    expect(await rowsOf(opened.db, outside)).toEqual([])
    const over = `select * from campaign_counters join campaigns on id = campaign_id
      where people > participant_limit or amount > budget or exists (select from campaign_people p where p.campaign_id = id and p.uses > uses_per_person)`
    expect(await rowsOf(opened.db, over)).toEqual([])
  })

  it("mixes the names of its employees, each with a sound address", async () => {
    const people = await opened.db.select().from(users)
    const names = new Set(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`))
    expect(names.size).toBeGreaterThan(2_000)
    for (const part of [/ /, /-/, /’/, /[^a-zA-ZçğıöşüÇĞİÖŞÜ’ -]/])
      expect([...names].some(name => part.test(name.replace(" ", "")))).toBe(true)
    expect(people.filter(({ email }) => !/^[a-z0-9.]+@[a-z]+\.example$/.test(email)).map(({ email }) => email)).toEqual([])
  })

  it("would pass its own forms", async () => {
    for (const row of await opened.db.select().from(campaigns)) {
      const record = campaignOf({
        ...row,
        startDate: row.startDate.toISOString(),
        endDate: row.endDate.toISOString(),
        status: 2,
      })
      expect([row.title, validate(rules, draftOf(record))]).toEqual([row.title, {}])
    }
  })

  it("has thousands of employees in companies and subsidiaries alike, who would pass their own form", async () => {
    const people = (await opened.db.select().from(users)).filter(row => row.role === "User")
    expect(people.length).toBeGreaterThan(4_000)
    for (const { id } of await opened.db.select().from(tenants))
      expect(people.filter(row => row.tenantId === id && row.departmentId && row.score !== null).length).toBeGreaterThan(200)
    for (const { hiredAt, ...row } of people) {
      const draft = {
        ...employee,
        ...row,
        hiredAt: hiredAt ?? "",
        departmentId: "",
        tenantId: "",
        logo: "",
        role: "user" as const,
      }
      expect([row.email, validate(employeeRules, draft)]).toEqual([row.email, {}])
      expect(hiredAt && hiredAt < "2026-03-10").toBe(true)
    }
  })

  it("has the platform's payment providers, some of them used, and companies' own", async () => {
    const rows = await opened.db.select().from(payments)
    expect(rows.filter(row => row.tenantId === null && row.tenantIds.length).length).toBeGreaterThan(2)
    expect(rows.filter(row => row.tenantId !== null).length).toBe(2)
    for (const { createdAt, updatedAt, ...row } of rows)
      expect([row.name, validate(providerRules, { ...row, logo: row.logo ?? "" })]).toEqual([row.name, {}])
  })

  it("offers no company's campaign to a stranger", async () => {
    const companies = await opened.db.select().from(tenants)
    const rows = (await opened.db.select().from(campaigns)).filter(row => row.tenantIds.length)
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows)
      for (const id of row.tenantIds) {
        const company = companies.find(company => company.id === id)
        expect([company?.id, company?.parentId]).toContain(row.tenantId)
      }
  })

  it("has a file for every picture that it shows", async () => {
    const urls = new Set([
      ...(await opened.db.select().from(campaigns)).flatMap(row => row.media.map(({ url }) => url)),
      ...(await opened.db.select().from(brands)).flatMap(row => row.logo ?? []),
      ...(await opened.db.select().from(gifts)).flatMap(row => row.cardImage ?? []),
      ...(await opened.db.select().from(users)).flatMap(row => row.logo ?? []),
    ])
    expect(urls.size).toBeGreaterThan(30)
    for (const url of urls) expect(existsSync(join(dataDir, url.replace("/backend/", "")))).toBe(true)
    expect(readdirSync(join(dataDir, "media")).every(name => /^[\da-f]{64}\.png$/.test(name))).toBe(true)
  })

  it("has a picture of most people", async () => {
    const people = await opened.db.select({ logo: users.logo }).from(users)
    const share = people.filter(({ logo }) => logo).length / people.length
    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(0.9)
  })

  it("is not made again over what is there", async () => {
    const before = (await opened.db.select().from(campaigns)).length
    expect(await seedDemo(opened.db, { now: start, store: folderStore(join(dataDir, "media")) })).toBe(false)
    expect((await opened.db.select().from(campaigns)).length).toBe(before)
  })

  itInLongRuns("is the same everywhere, but for its ids, and there within 15 seconds, on a busy machine too", async () => {
    const other = await openTemplate("empty")
    try {
      const begun = performance.now()
      expect(await seedDemo(other.db, { now: start, store: folderStore(mkdtempSync(join(dataDir, "other-"))) })).toBe(true)
      expect(performance.now() - begun).toBeLessThan(allowedMs(15_000))
      const words = async ({ db }: Pick<Opened, "db">) =>
        (await db.select().from(campaigns))
          .map(({ title, startDate, endDate, rewardType, rewardValue, media }) => ({
            title,
            startDate,
            endDate,
            rewardType,
            rewardValue,
            media,
          }))
          .sort((a, b) => (a.title < b.title ? -1 : 1))
      expect(await words(other)).toEqual(await words(opened))
      const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
      const told = async ({ db }: Pick<Opened, "db">) =>
        (await Promise.all([announcements, draws, surveys, feedbacks].map(table => db.select().from(table))))
          .flat()
          .map(row => JSON.stringify(row).replace(ids, "id"))
          .sort()
      expect(await told(other)).toEqual(await told(opened))
    } finally {
      await other.close()
    }
  })
})

describe("a picture of the demonstration", () => {
  it("is small, and the same for the same seed", () => {
    const [one, two] = [artwork(createRandom(7)), artwork(createRandom(7))]
    expect(one).toEqual(two)
    expect(one.length).toBeLessThan(20_000)
    expect(artwork(createRandom(8))).not.toEqual(one)
  })
})

describe("the first administrator of an installation", () => {
  it("is added once, when one is named and the platform has none", async () => {
    const count = async () => (await opened.db.select().from(users)).filter(row => row.role === "Administrator").length
    const before = await count()
    await seedAdministrator(opened.db, "ilk@kurum.example")
    expect(await count()).toBe(before)
    await opened.db.execute(`update users set role = 'User' where email = '${accounts.admin}'`)
    await seedAdministrator(opened.db, undefined)
    expect([before, await count()]).toEqual([1, 0])
    for (const [email, isUsed] of [
      ["ilk@kurum.example", true],
      ["ikinci@kurum.example", false],
      ["ilk@kurum.example", true],
    ] as const)
      expect(await seedAdministrator(opened.db, email)).toBe(isUsed)
    expect(await count()).toBe(1)
    await opened.db.execute("delete from users where email = 'ilk@kurum.example'")
    await opened.db.execute(`update users set role = 'Administrator' where email = '${accounts.admin}'`)
  })
})
