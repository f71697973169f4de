import { describe, expect, it } from "vitest"
import {
  blank,
  type CampaignDraft,
  campaignOf,
  draftOf,
  rewards,
  rules,
  statusAt,
  statuses,
  statusOf,
} from "../../src/contract/campaigns"
import { isInstant } from "../../src/core/dates/dates"
import { updateBody } from "../../src/core/http/calls"
import { validate } from "../../src/core/rules"

const now = Date.parse("2026-03-10T09:00:00Z")
const at = (ms: number) => new Date(now + ms).toISOString()
const hour = 3_600_000

const good: CampaignDraft = {
  ...blank,
  title: "Işıl ışıl fırsat",
  description: "Açıklama",
  rewardValue: 25,
  brandId: "b",
  categoryId: "c",
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-04-01T00:00:00Z",
}
const broken = (change: Partial<CampaignDraft>) => validate(rules, { ...good, ...change })

describe("the wire's numbers", () => {
  it("of rewards and statuses are those of the contract", () => {
    expect(rewards.names).toEqual(["percentage", "fixedAmount", "giftCard", "promotionalProduct"])
    expect(statuses.names).toEqual(["draft", "scheduled", "active", "paused", "ended"])
  })
})

describe("the status of a campaign", () => {
  it.each([
    ["draft", -hour, hour, "draft"],
    ["draft", -2 * hour, -hour, "draft"],
    ["live", 1, hour, "scheduled"],
    ["live", 0, hour, "active"],
    ["live", -hour, 1, "active"],
    ["live", -hour, 0, "ended"],
    ["live", -2 * hour, -hour, "ended"],
    ["paused", 1, hour, "paused"],
    ["paused", -hour, hour, "paused"],
    ["paused", -hour, 1, "paused"],
    ["paused", -hour, 0, "ended"],
  ] as const)("wanted as %s, from %i to %i ms from now, is %s", (intent, from, to, status) => {
    const record = { intent, startDate: at(from), endDate: at(to) }
    expect(statuses.name(statusAt(record, now))).toBe(status)
  })

  it("of what the form holds is that of the record it would become", () => {
    const dates = { startDate: at(-hour), endDate: at(hour) }
    expect([0, 1, 2, 3, 4].map(status => statusOf({ status, ...dates }, now))).toEqual([0, 2, 2, 3, 2])
  })
})

describe("the rules", () => {
  it("have nothing to say about a good draft, whatever its reward", () => {
    expect(broken({})).toEqual({})
    expect(broken({ rewardType: 1, rewardValue: 0.01 })).toEqual({})
    expect(broken({ rewardType: 2, rewardValue: null, giftCardId: "g" })).toEqual({})
    expect(broken({ rewardType: 3, rewardValue: null, productName: "Termos" })).toEqual({})
  })

  const limit = (limit: number) => ({ key: "rule.maxLength", params: { limit } })
  const rows: [string, Partial<CampaignDraft>, object][] = [
    ["no title", { title: "  " }, { title: "campaign.titleRequired" }],
    ["a title of 201", { title: "a".repeat(201) }, { title: limit(200) }],
    ["no description", { description: "" }, { description: "campaign.descriptionRequired" }],
    ["a description of 2,001", { description: "a".repeat(2001) }, { description: limit(2000) }],
    ["terms of 10,001", { terms: "a".repeat(10_001) }, { terms: limit(10_000) }],
    ["no brand", { brandId: "" }, { brandId: "campaign.brandRequired" }],
    ["no category", { categoryId: "" }, { categoryId: "campaign.categoryRequired" }],
    ["no percentage", { rewardValue: null }, { rewardValue: "campaign.rateRequired" }],
    ["0 %", { rewardValue: 0 }, { rewardValue: "campaign.rateRange" }],
    ["100.01 %", { rewardValue: 100.01 }, { rewardValue: "campaign.rateRange" }],
    ["no amount", { rewardType: 1, rewardValue: null }, { rewardValue: "campaign.amountRequired" }],
    ["an amount of 0", { rewardType: 1, rewardValue: 0 }, { rewardValue: "campaign.amountPositive" }],
    ["no gift card", { rewardType: 2 }, { giftCardId: "campaign.giftRequired" }],
    ["no product", { rewardType: 3 }, { productName: "campaign.productRequired" }],
    ["a product of 101", { rewardType: 3, productName: "a".repeat(101) }, { productName: limit(100) }],
    ["no start", { startDate: "" }, { startDate: "campaign.startRequired" }],
    ["no end", { endDate: "" }, { endDate: "campaign.endRequired" }],
    ["a start in words", { startDate: "yarın" }, { startDate: "rule.instant" }],
    ["31 February", { endDate: "2026-02-31T00:00:00Z" }, { endDate: "rule.instant" }],
    ["an end at its start", { endDate: good.startDate }, { endDate: "rule.endBeforeStart" }],
    ["an end before its start", { endDate: "2026-02-01T00:00:00Z" }, { endDate: "rule.endBeforeStart" }],
    ["no participants", { participantLimit: 0 }, { participantLimit: "campaign.limitWhole" }],
    ["half a participant", { participantLimit: 1.5 }, { participantLimit: "campaign.limitWhole" }],
  ]
  it.each(rows)("refuse %s", (_, change, messages) => {
    expect(broken(change)).toEqual(messages)
  })

  it("ask only for what the chosen reward needs", () => {
    expect(broken({ rewardType: 2, giftCardId: "g", rewardValue: -5, productName: "" })).toEqual({})
  })

  it("ask a blank draft for all that it needs", () => {
    expect(Object.keys(validate(rules, blank)).sort()).toEqual([
      "brandId",
      "categoryId",
      "description",
      "endDate",
      "rewardValue",
      "startDate",
      "title",
    ])
  })
})

describe("a moment on the wire", () => {
  it.each([
    "2026-03-01",
    "2024-02-29",
    "2026-03-01T10:00Z",
    "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00.123Z",
    "2026-03-01T10:00:00.1234567",
    "2026-03-01T23:59:59+03:00",
  ])("is %s", text => {
    expect(isInstant(text)).toBe(true)
  })

  it.each([
    "",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "0000-01-01",
    "1899-12-31",
    "3000-01-01",
    "+275760-01-01T00:00:00Z",
    "-000001-01-01T00:00:00Z",
    "2026-3-1",
    "01.03.2026",
    "2026-03-01T25:00:00Z",
    "2026-03-01 10:00",
    "2026-03-01T10:00:00Z; drop table campaigns",
    "Mon 3",
    "5",
  ])("is not %j", text => {
    expect(isInstant(text)).toBe(false)
  })
})

describe("a record from a server that leaves members out", () => {
  it("can be listed and edited", () => {
    const record = campaignOf({ id: "7", title: "Yalnız başlık" })
    expect(draftOf(record)).toEqual({
      ...blank,
      usesPerPerson: null,
      title: "Yalnız başlık",
      rewardType: undefined,
      status: undefined,
    })
  })

  it("sends back a code that nobody knows as it came", () => {
    const record = campaignOf({ id: "7", status: 42, rewardType: 9 })
    expect(statuses.name(record.status)).toBeUndefined()
    expect(draftOf(record)).toMatchObject({ status: 42, rewardType: 9 })
  })

  it("may name its codes", () => {
    const record = campaignOf({ id: "7", status: "Active" as unknown as number, rewardType: "giftcard" as unknown as number })
    expect([record.status, record.rewardType]).toEqual([2, 2])
  })

  it("gives its pictures in their order, counted from one", () => {
    const media = [
      { url: "b", orderNo: 9 },
      { url: "a", orderNo: 2 },
    ]
    expect(draftOf(campaignOf({ id: "7", media })).media).toEqual([
      { url: "a", orderNo: 1 },
      { url: "b", orderNo: 2 },
    ])
    expect(media[0]?.url).toBe("b")
  })
})

describe("a campaign whose instants have no zone", () => {
  const raw = {
    id: "7",
    title: "2026-04-01T09:00:00 sonrası",
    startDate: "2026-04-01T09:00:00",
    endDate: "2026-05-01T09:00:00.5",
  }

  it("is read in UTC", () => {
    const { title, startDate, endDate } = campaignOf(raw)
    expect([title, startDate, endDate]).toEqual([raw.title, "2026-04-01T09:00:00Z", "2026-05-01T09:00:00.5Z"])
  })

  it("gets the instants that nobody changed back as they came", () => {
    const draft = { ...draftOf(campaignOf(raw)), startDate: "2026-04-02T09:00:00.000Z" }
    const { startDate, endDate } = updateBody(campaignOf, draftOf)(draft, raw)
    expect([startDate, endDate]).toEqual(["2026-04-02T09:00:00.000Z", raw.endDate])
  })
})
