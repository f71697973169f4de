import { describe, expect, it } from "vitest"
import { added as addedToAnnouncements, fields as announcement, announcementOf } from "../../src/contract/announcements"
import { attentionOf } from "../../src/contract/attention"
import { added as addedToCampaigns, fields as campaign, campaignOf } from "../../src/contract/campaigns"
import { formFields as company, companyOf } from "../../src/contract/companies"
import { added as addedToDraws, fields as draw, drawOf } from "../../src/contract/draws/draws"
import { added as addedToEmployees, fields as employee, employeeOf } from "../../src/contract/employees"
import { added as addedToFeedback, fields as feedback, feedbackItemOf, feedbackOf } from "../../src/contract/feedback"
import { added as addedToGifts, fields as gift, giftCardOf } from "../../src/contract/gifts"
import { blank, maintenanceOf } from "../../src/contract/maintenance"
import { added as addedToPartners, fields as partner, partnerOf } from "../../src/contract/partners"
import { fields as payment, providerOf } from "../../src/contract/payments"
import { ownedFields } from "../../src/contract/record"
import { added as addedToSurveys, fields as survey, surveyItemOf, surveyOf } from "../../src/contract/surveys/surveys"
import type { FieldKind, Fields } from "../../src/core/fields"
import { isRecord } from "../../src/core/is-record"

/** A member of a foreign server's record becomes its type, or its blank (docs/contract.md#missing-members). */

const wrong: unknown[] = [42, -0.5, true, "x", null, {}, { name: [] }, [], [null, 7, "x"], [{ url: 5 }, { text: {} }, [[]]]]

const isText = (value: unknown) => typeof value === "string"
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isNumberOrNull = (value: unknown) => value === null || typeof value === "number"
const isCode = (value: unknown) => value === undefined || isNumberOrNull(value) || isText(value)
const isListOf = (is: (entry: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is)
const isPicture = (value: unknown) => isRecord(value) && isText(value.url) && typeof value.orderNo === "number"

const isOfKind: Record<FieldKind, (value: unknown) => boolean> = {
  text: isText,
  email: isText,
  phone: isText,
  secret: isText,
  number: isNumberOrNull,
  instant: isTextOrNull,
  day: isText,
  code: isCode,
  id: isTextOrNull,
  owner: value => value === undefined || isTextOrNull(value),
  ids: isListOf(isText),
  picture: isText,
  pictures: isListOf(isPicture),
  special: () => false,
}

/** Whether a value has the shape of an example: of lists, each entry that of the first one. */
const isLike = (example: unknown, value: unknown): boolean => {
  if (typeof example === "function") return example(value)
  if (Array.isArray(example)) return Array.isArray(value) && value.every(entry => isLike(example[0], entry))
  if (isRecord(example)) return isRecord(value) && Object.entries(example).every(([name, member]) => isLike(member, value[name]))
  return typeof value === typeof example
}

const prize = { name: "", type: isCode, quantity: 0, value: isNumberOrNull, imageUrl: isTextOrNull }
const lock = { lockHash: "", lockedAt: "", round: 0, entryCount: 0, publicRandomness: {} }
const winner = { place: 0, employeeId: "", name: "", prize: "", reserve: false, state: isCode, departmentName: isTextOrNull }
const file = { id: "", name: "", url: "", size: 0, uploadDate: "" }
const entry = { id: "", type: isCode, message: "", authorName: "", createdDate: "", isInternal: false, attachments: [file] }

/** Reader, fields, and what special members and their entries are like. */
const kinds: [name: string, read: (raw: object) => object, fields: Fields, special?: Record<string, unknown>][] = [
  ["announcement", announcementOf, { ...announcement, ...addedToAnnouncements }],
  ["campaign", campaignOf, { ...campaign, ...addedToCampaigns }],
  [
    "company",
    companyOf,
    company,
    { parentId: isTextOrNull, parentName: "", emails: [""], contactPersons: [""], subTenants: [{ name: "" }] },
  ],
  [
    "draw",
    drawOf,
    { ...draw, ...addedToDraws },
    {
      prizes: [prize],
      winners: [winner],
      ineligible: [{ employeeId: "", name: "" }],
      canRedraw: (value: unknown) => value === null || typeof value === "boolean",
      lock: (value: unknown) => value === null || isLike(lock, value),
      register: (value: unknown) => value === null || isLike({ number: 0, hash: "" }, value),
    },
  ],
  [
    "employee",
    employeeOf,
    { ...employee, ...addedToEmployees },
    { role: "", departmentId: "", isInvited: false, directory: ["email"] },
  ],
  [
    "feedback",
    feedbackOf,
    { ...feedback, ...addedToFeedback },
    { isOverdue: false, mailsAnswers: false, internalNotes: "", conversations: [entry], attachments: [file] },
  ],
  ["feedback in a list", feedbackItemOf, { ...feedback, ...addedToFeedback }, { isOverdue: false, conversationCount: 0 }],
  ["gift card", giftCardOf, { ...gift, ...addedToGifts }, { metadata: {} }],
  ["partner", partnerOf, { ...partner, ...addedToPartners }, { contacts: [{ name: "", email: "", phone: "" }] }],
  ["payment provider", providerOf, payment],
  [
    "survey",
    surveyOf,
    { ...survey, ...addedToSurveys },
    { questions: [{ text: "", options: [""], required: false }], reminderDays: [1] },
  ],
  ["survey in a list", surveyItemOf, { ...survey, ...addedToSurveys }],
]

describe.each(kinds)("a member of another type, of a %s", (_, read, fields, special = {}) => {
  const known: Fields = { ...fields, ...ownedFields }
  it.each(Object.keys(read({})))("%s becomes its type or its blank", name => {
    const example = special[name] ?? isOfKind[known[name]?.kind ?? "special"]
    for (const value of wrong) {
      const member = (read({ [name]: value }) as Record<string, unknown>)[name]
      expect([value, member, isLike(example, member)]).toEqual([value, member, true])
    }
  })
})

describe("entries of a list", () => {
  it.each([
    ["a prize", () => drawOf({ prizes: [null, { name: 5, type: "coupon", value: "1" }, "x"] }).prizes],
    ["a winner", () => drawOf({ winners: [null, { name: {}, place: "2", reserve: 1 }, []] }).winners],
    ["a question", () => surveyOf({ questions: [null, { text: 5, options: [null, 5] }, "x"] }).questions],
    ["a subsidiary", () => companyOf({ subTenants: [null, { name: [] }, 5] }).subTenants],
    ["a message", () => feedbackOf({ conversations: [null, { message: 5, attachments: [null, { name: 5 }] }] }).conversations],
    ["a picture", () => campaignOf({ media: [null, { url: "/a.png", orderNo: "1" }, { url: 5 }] }).media],
  ])("that are no objects are dropped: of three only %s stays", (_, read) => {
    expect(read()).toHaveLength(1)
  })

  it("of attention that are no lines are dropped", () => {
    expect(attentionOf({ lines: [null, { kind: 5 }, { kind: "drawsDue", count: "2" }] as never })).toEqual([])
  })

  it("of maintenance have their blanks", () => {
    expect(maintenanceOf({ text: 5, textEn: {}, startDate: 1, endDate: [], isReadOnly: "yes" })).toEqual(blank)
  })

  it("a text is no number, list or object", () => {
    for (const value of [42, null, {}, []]) expect(campaignOf({ title: value })).toMatchObject({ title: "" })
    expect(campaignOf({ tenantIds: "x", media: {} })).toMatchObject({ tenantIds: [], media: [] })
  })

  it("a missing owner is none, so that the server decides who may change the record", () => {
    for (const read of [drawOf, feedbackOf, feedbackItemOf, campaignOf, surveyOf])
      for (const raw of [{}, { tenantId: "" }]) expect((read(raw) as { tenantId?: unknown }).tenantId).toBeUndefined()
  })
})
