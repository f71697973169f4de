import { describe, expect, it } from "vitest"
import {
  blankRecommendation,
  computedConfidence,
  type KeyStat,
  maxActionItems,
  maxKeyStats,
  maxRecommendations,
  type Recommendation,
  recommendationErrors,
  recommendationsOf,
  sampleConfidence,
} from "../../../src/contract/surveys/recommendations"

const stored: Recommendation = {
  id: "a1",
  category: "Yemekhane",
  title: "Kuyruğu kısaltın",
  description: "İkinci kasa açılsın.",
  impact: "High",
  status: "accepted",
  confidence: 81,
  confidenceFrom: "sampleSize",
  keyStats: [{ label: "Bekleme", value: "3,1", questionId: "q1" }],
  actionItems: ["a", "b", "c", "d"],
  origin: "ai",
  basedOn: 120,
  createdDate: "2026-03-01T09:00:00.000Z",
}

describe("recommendations on the wire", () => {
  it("are read as they are", () => {
    expect(recommendationsOf({ recommendations: [stored] })).toEqual([stored])
    expect(recommendationsOf([stored])).toEqual([stored])
  })

  it.each([undefined, null, "", 3, {}, { recommendations: null }, { recommendations: "x" }, [null, 1, "x", []]])(
    "%j holds none",
    value => {
      expect(recommendationsOf(value)).toEqual([])
    },
  )

  it("take defaults for what the server leaves out", () => {
    expect(recommendationsOf({ recommendations: [{}, { title: "t" }] })).toEqual([
      { ...blankRecommendation, id: "1", origin: null },
      { ...blankRecommendation, id: "2", title: "t", origin: null },
    ])
  })

  it.each<[string, object, Partial<Recommendation>]>([
    ["names in any case", { impact: "low", status: "REFUSED", origin: "AI" }, { impact: "Low", status: "refused", origin: "ai" }],
    ["unknown names", { impact: "Critical", status: "snoozed" }, { impact: "Critical", status: "snoozed" }],
    ["unknown sources", { confidenceFrom: "luck", origin: "x" }, { confidenceFrom: null, origin: null }],
    ["a confidence as text", { confidence: "high" }, { confidence: null }],
    ["numbers as texts", { title: 5, id: 7, keyStats: [{ label: 1, value: 2 }] }, { title: "5", id: "7" }],
    ["lists that are none", { keyStats: "x", actionItems: { a: 1 } }, { keyStats: [], actionItems: [] }],
    ["steps that are no texts", { actionItems: ["a", null, {}, 4] }, { actionItems: ["a", "4"] }],
  ])("keep or repair %s", (_, given, read) => {
    expect(recommendationsOf([{ ...stored, ...given }])[0]).toMatchObject(read)
  })

  it("keep members that this version does not know", () => {
    expect(recommendationsOf([{ ...stored, owner: "x", keyStats: [{ label: "a", value: "b", unit: "%" }] }])[0]).toMatchObject({
      owner: "x",
      keyStats: [{ unit: "%" }],
    })
  })
})

describe("the rules of recommendations", () => {
  it.each<[string, Partial<Recommendation>, string | undefined]>([
    ["a whole one", {}, undefined],
    ["a blank title", { title: " " }, "title"],
    ["a long title", { title: "x".repeat(201) }, "title"],
    ["a long category", { category: "x".repeat(101) }, "category"],
    ["a long description", { description: "x".repeat(2001) }, "description"],
    ["three steps", { actionItems: ["a", "b", "c", " "] }, "actionItems"],
    ["too many steps", { actionItems: Array.from({ length: maxActionItems + 1 }, () => "a") }, "actionItems"],
    ["a long step", { actionItems: ["a", "b", "c", "x".repeat(501)] }, "actionItems"],
    ["a long figure", { keyStats: [{ label: "x".repeat(201), value: "" }] }, "keyStats"],
    ["too many figures", { keyStats: Array.from({ length: maxKeyStats + 1 }, () => ({ label: "a", value: "b" })) }, "keyStats"],
  ])("%s", (_, change, field) => {
    const errors = recommendationErrors([stored, { ...stored, ...change }])
    expect(Object.keys(errors)).toEqual(field ? [`recommendations.1.${field}`] : [])
  })

  it("limit their number", () => {
    const list = Array.from({ length: maxRecommendations + 1 }, () => stored)
    expect(Object.keys(recommendationErrors(list))).toEqual(["recommendations"])
    expect(recommendationErrors(list.slice(1))).toEqual({})
  })
})

describe("the confidence from the sample size", () => {
  it.each([
    [-1, 0],
    [0, 0],
    [1, 2],
    [2, 31],
    [5, 56],
    [10, 69],
    [30, 82],
    [100, 90],
    [412, 95],
    [1_000, 97],
    [10_000, 99],
    [1_000_000, 99],
  ])("of %i answers is %i percent", (answers, percent) => {
    expect(sampleConfidence(answers)).toBe(percent)
  })

  it("never falls when answers are added", () => {
    const values = Array.from({ length: 2_000 }, (_, answers) => sampleConfidence(answers))
    expect(values).toEqual([...values].sort((a, b) => a - b))
  })
})

describe("the computed confidence of a recommendation", () => {
  const questions = [
    { id: "a", answered: 412 },
    { id: "b", answered: 100 },
    { id: "c", answered: 0 },
  ]
  const stat = (questionId?: string | null): KeyStat => ({ label: "x", value: "1", questionId })
  it.each<[string, KeyStat[], number | undefined]>([
    ["no statistics", [], undefined],
    ["statistics without a question", [stat(), stat(null)], undefined],
    ["an unknown question", [stat("z")], undefined],
    ["a question without answers", [stat("c")], undefined],
    ["one question", [stat("a")], 412],
    ["the question with the fewest answers", [stat("a"), stat("b"), stat()], 100],
    ["an answered question beside one without answers", [stat("c"), stat("a")], 412],
  ])("rests on %s", (_, keyStats, basedOn) => {
    expect(computedConfidence({ keyStats }, questions)).toEqual(
      basedOn === undefined ? undefined : { confidence: sampleConfidence(basedOn), confidenceFrom: "sampleSize", basedOn },
    )
  })
})
