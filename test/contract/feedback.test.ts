import { describe, expect, it } from "vitest"
import {
  authors,
  categories,
  conversationError,
  feedbackItemOf,
  feedbackOf,
  kinds,
  maxConversationLength,
  maxEntries,
  priorities,
  resolutionRate,
  resolvedDateOf,
  rules,
  statuses,
} from "../../src/contract/feedback"
import { validate } from "../../src/core/rules"

describe("the wire's numbers", () => {
  it("are those of the contract", () => {
    expect(kinds.names).toEqual(["complaint", "suggestion"])
    expect(statuses.names).toEqual(["new", "inProgress", "resolved", "rejected", "pending"])
    expect(priorities.names).toEqual(["low", "medium", "high", "critical"])
    expect(categories.names).toEqual(["application", "system", "content", "other"])
    expect(authors.names).toEqual(["admin", "user", "system"])
  })
})

describe("the day of resolution", () => {
  it.each([
    ["is stamped on resolving", 1, null, 2, "today"],
    ["stays while it stays resolved", 2, "before", 2, "before"],
    ["is stamped when it was missing", 2, null, 2, "today"],
    ["is gone once it is taken up again", 2, "before", 1, null],
    ["is none of a rejection's", 0, null, 3, null],
  ])("%s", (_, status, resolvedDate, next, expected) => {
    expect(resolvedDateOf({ status, resolvedDate }, next, "today")).toBe(expected)
  })
})

describe("a conversation", () => {
  const entries = (count: number, length: number) => Array.from({ length: count }, () => ({ message: "x".repeat(length) }))
  it.each([
    ["no entry", [], "x", undefined],
    ["room for one entry", entries(maxEntries - 1, 1), "x", undefined],
    ["as many entries as it may have", entries(maxEntries, 1), "x", "feedback.conversationFull"],
    ["room for one character", entries(1, maxConversationLength - 1), "x", undefined],
    ["too little room", entries(1, maxConversationLength - 1), "xy", "feedback.conversationFull"],
  ])("with %s takes a message or not", (_, before, message, expected) => {
    expect(conversationError(before, message)).toBe(expected)
  })
})

describe("the assignee", () => {
  it.each([
    [12, "12"],
    ["a", "a"],
    [null, ""],
    [undefined, ""],
  ])("%j is read as an id", (assignedTo, id) => {
    expect([feedbackOf({ assignedTo }).assignedTo, feedbackItemOf({ assignedTo }).assignedTo]).toEqual([id, id])
  })
})

describe("the resolution rate", () => {
  it.each([
    [0, 0, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [5, 5, 100],
  ])("of %i in %i is %i percent", (resolved, total, percent) => {
    expect(resolutionRate(resolved, total)).toBe(percent)
  })
})

describe("what is wrong with feedback", () => {
  const good = { subject: "a", description: "b", email: "", userName: "" }
  it.each([
    [{}, []],
    [{ subject: "", description: " " }, ["subject", "description"]],
    [{ email: "x" }, ["email"]],
    [{ userName: "a".repeat(101) }, ["userName"]],
  ])("%j breaks %j", (change, fields) => {
    expect(Object.keys(validate(rules, { ...good, ...change }))).toEqual(fields)
  })
})
