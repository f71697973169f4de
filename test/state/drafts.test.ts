import { beforeEach, describe, expect, it } from "vitest"
import type { StoredDraft } from "../../src/core/form/drafts"
import { loadDrafts, removeDraft, saveDraft } from "../../src/state/drafts"
import { signedOut, verified } from "../../src/state/session"

/** Unsaved work is bound to its person, company and record (docs/console.md#drafts). */
const now = 1_800_000_000_000
const day = 86_400_000
const elif = { email: "e@y.example", role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
const tokens = { token: "a", tokenExpiry: now, refreshToken: "r", refreshExpiry: now }
const shape = { title: "", media: [] as string[] }
const draft = { title: "Yarım", media: ["a"] }
const saved = { id: "a", tab: "tab", at: now, draft, version: "v1" }
/** The latest draft. */
const loadDraft = <D extends object>(...args: Parameters<typeof loadDrafts<D>>): StoredDraft<D> | undefined =>
  loadDrafts(...args)[0]

beforeEach(() => {
  localStorage.clear()
  signedOut("left")
  verified(elif, tokens)
  saveDraft("campaigns", "7", saved)
})

describe("a draft", () => {
  it("is offered back to its own person, on its own record", () => {
    expect(loadDraft("campaigns", "7", shape, now)).toEqual(saved)
  })

  it("of a record whose code is missing is offered back as well", () => {
    const shape = { title: "", status: undefined }
    saveDraft("campaigns", "9", { id: "b", at: now, draft: { title: "Yarım", status: undefined } })
    expect(loadDraft("campaigns", "9", shape, now)?.draft).toEqual({ title: "Yarım" })
  })

  const others: [string, () => void, string, string][] = [
    ["another record", () => {}, "campaigns", "8"],
    ["another module", () => {}, "gifts", "7"],
    ["another person", () => verified({ ...elif, userId: "2" }, tokens), "campaigns", "7"],
    ["another company", () => verified({ ...elif, tenantId: "s" }, tokens), "campaigns", "7"],
    ["nobody", () => signedOut("left"), "campaigns", "7"],
  ]
  it.each(others)("is not there for %s", (_, become, name, record) => {
    become()
    expect(loadDraft(name, record, shape, now)).toBeUndefined()
  })

  it.each([
    [7 * day - 1, true],
    [7 * day, false],
  ])("%i ms old: kept %s", (age, isKept) => {
    expect(loadDraft("campaigns", "7", shape, now + age) !== undefined).toBe(isKept)
    expect(localStorage.length > 0).toBe(isKept)
  })

  it.each(["", "null", "[]", "{", '{"at":"x","draft":{}}', `{"at":${now},"draft":{"title":"x"}}`])(
    "that storage holds as %j is dropped",
    text => {
      localStorage.setItem("draft:1:y:campaigns:7", text)
      expect(loadDraft("campaigns", "7", shape, now)).toBeUndefined()
    },
  )

  it.each([
    [{ key: "k", unanswered: [draft] }, true],
    [{ key: 7, unanswered: [] }, false],
    [{ key: "k" }, false],
    ["k", false],
  ])("with %j pending keeps that: %s", (pending, isKept) => {
    localStorage.setItem("draft:1:y:campaigns:7", JSON.stringify({ at: now, draft, pending }))
    expect(loadDraft("campaigns", "7", shape, now)).toEqual({ id: "", at: now, draft, ...(isKept && { pending }) })
  })

  it("is gone once it is dropped", () => {
    removeDraft("campaigns", "7", "a")
    expect(localStorage.length).toBe(0)
  })

  it("stands beside those of other forms of its record, newest first, five at most", () => {
    for (let form = 1; form <= 6; form++) saveDraft("campaigns", "7", { ...saved, id: `f${form}`, at: now + form })
    saveDraft("campaigns", "7", { ...saved, id: "f3", at: now + 9 })
    expect(loadDrafts("campaigns", "7", shape, now).map(({ id }) => id)).toEqual(["f3", "f6", "f5", "f4", "f2"])
    removeDraft("campaigns", "7", "f3")
    expect(loadDrafts("campaigns", "7", shape, now).map(({ id }) => id)).toEqual(["f6", "f5", "f4", "f2"])
  })

  it("has no secret in storage, neither typed nor sent, nor one of an earlier release", () => {
    const shape = { title: "", key: "kept" }
    const typed = { title: "Yarım", key: "secret" }
    saveDraft("gifts", "7", { ...saved, draft: typed, pending: { key: "k", unanswered: [typed] }, omitted: ["key"] }, ["key"])
    expect(localStorage.getItem("draft:1:y:gifts:7")).not.toContain("secret")
    expect(loadDraft("gifts", "7", shape, now, ["key"])).toEqual({
      ...saved,
      draft: { title: "Yarım", key: "kept" },
      pending: { key: "k", unanswered: [{ title: "Yarım" }] },
      omitted: ["key"],
    })
    saveDraft("gifts", "8", { ...saved, draft: typed })
    loadDrafts("gifts", "8", shape, now, ["key"])
    expect(localStorage.getItem("draft:1:y:gifts:8")).not.toContain("secret")
  })
})
