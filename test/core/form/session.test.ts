import { describe, expect, it } from "vitest"
import * as survey from "../../../src/contract/surveys/surveys"
import type { StoredDraft } from "../../../src/core/form/drafts"
import { createFormSession, type FormOptions, type SaveCall, type Theirs } from "../../../src/core/form/session"
import { HttpError } from "../../../src/core/http/http"
import type { Key } from "../../../src/core/text/i18n"
import { questionList } from "../../../src/modules/surveys/questions/question-list"
import { surveys } from "../../../src/modules/surveys/resource"
import { publishing } from "../../../src/ui/forms/publishing"

/** The form of a survey without a screen (docs/console.md#forms). */
type Draft = survey.SurveyDraft
const { statuses } = survey
const question = (text: string): survey.Question => ({ text, description: "", type: "rating", options: [], required: true })
const spec = {
  fields: survey.fields,
  rules: survey.rules,
  labels: surveys.labels,
  lists: { questions: questionList },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
  dependents: { tenantIds: { departmentIds: [] } },
}
const blank: Draft = { ...survey.blank, title: "A", questions: [question("Q1"), question("Q2")] }
const stored: Draft = { ...blank, status: statuses.value("active") }

const refusal = (...fields: [field: string, message: string][]) =>
  new HttpError({ kind: "http", status: 400, fields: fields.map(([field, message]) => ({ field, message })) })
const lost = new HttpError({ kind: "network" })

/** A form whose saves end one after the other as given: with an error, or an answer. */
const open = (ends: unknown[] = [], options: Partial<FormOptions<Draft, number>> = {}) => {
  const calls: (SaveCall<Draft> & { draft: Draft })[] = []
  const form = createFormSession<Draft, number>(spec, {
    initial: blank,
    save: async (draft, call) => {
      calls.push({ ...call, draft })
      const end = ends.shift()
      if (typeof end === "object") throw end
      return { value: calls.length }
    },
    ...options,
  })
  const keys = () => form.list("questions").get().keys
  return { form, calls, keys, part: (index: number) => form.part("questions", keys()[index] ?? "") }
}
const errorOf = (bound: { field: { get: () => { error: unknown } } }) => bound.field.get().error

describe("a field", () => {
  it("has limits, label and rules of the contract, and is the same object for the life of the form", () => {
    const { form, part } = open()
    const title = form.bind("title")
    expect([title.id, title.label, title.max, title.required]).toEqual(["title", surveys.labels.title, 200, true])
    expect([part(1).bind("text").id, part(1).bind("text").max]).toEqual(["questions-1-text", 200])
    form.change({ title: "B" })
    expect(form.bind("title")).toBe(title)
    expect(title.field.get().value).toBe("B")
  })

  it("tells those who follow it, and nobody else", () => {
    const { form, part } = open()
    const told: string[] = []
    const follow = (name: string, { subscribe }: { subscribe: (listener: () => void) => void }) =>
      subscribe(() => told.push(name))
    follow("title", form.bind("title").field)
    follow("frame", form.frame)
    follow("keys", form.list("questions"))
    follow("problems", form.problems)
    follow("first", part(0).bind("text").field)
    follow("second", part(1).bind("text").field)
    part(1).bind("text").field.set("Q2b")
    part(1).bind("text").field.set("Q2c")
    expect(told).toEqual(["frame", "second", "second"])
  })

  it("is judged when it was left with a value, and when it is empty only after a save", async () => {
    const { form } = open()
    const end = form.bind("endDate")
    form.change({ title: "", startDate: "2026-05-02T00:00:00Z", endDate: "2026-05-01T00:00:00Z" })
    expect(errorOf(end)).toBeUndefined()
    end.field.leave()
    form.bind("title").field.leave()
    expect([errorOf(end) !== undefined, errorOf(form.bind("title"))]).toEqual([true, undefined])
    expect((await form.save("publish")).is).toBe("invalid")
    expect(errorOf(form.bind("title"))).toBe("survey.titleRequired")
    expect(form.problems.get().invalid.map(({ id }) => id)).toEqual(["title", "endDate"])
  })

  it("goes back with the member that it depends on", () => {
    const { form } = open()
    form.change({ departmentIds: ["d"] })
    form.change({ tenantIds: form.get().tenantIds })
    expect(form.get().departmentIds).toEqual(["d"])
    form.bind("tenantIds").field.set(["t"])
    expect(form.get().departmentIds).toEqual([])
  })

  it("that is held keeps the frame held until all are free", () => {
    const { form } = open()
    const isHeld = () => form.frame.get().isHeld
    form.bind("title").field.hold(true)
    form.bind("description").field.hold(true)
    form.bind("title").field.hold(false)
    expect(isHeld()).toBe(true)
    form.bind("description").field.hold(false)
    expect(isHeld()).toBe(false)
  })
})

describe("entries of a list", () => {
  it("keep key and message while they are edited, moved, removed and brought back", async () => {
    const { form, keys, part } = open([refusal(["Body.Questions[1].Text", "Taken"])])
    const second = part(1)
    await form.save("publish")
    expect(errorOf(second.bind("text"))).toEqual({ text: "Taken" })
    form.list("questions").arrange([...keys()].reverse())
    expect([second.place.get().index, errorOf(second.bind("text"))]).toEqual([0, { text: "Taken" }])
    second.change({ description: "More" })
    const undo = second.remove()
    expect([keys(), errorOf(second.bind("text"))]).toEqual([["0"], undefined])
    undo()
    expect([keys(), second.get().description]).toEqual([["1", "0"], "More"])
    expect(form.list("questions").add(question("Q3"), 1)).toBe("2")
    expect(form.get().questions.map(({ text }) => text)).toEqual(["Q2", "Q3", "Q1"])
  })

  it("that come from elsewhere keep the keys of those with their ids", () => {
    const { form, keys } = open([], { initial: { ...blank, questions: [{ ...question("A"), id: "a" }, question("B")] } })
    form.change({ questions: [question("New"), { ...question("A2"), id: "a" }, { ...question("A3"), id: "a" }] })
    expect([keys()[1], new Set(keys()).size]).toEqual(["0", 3])
  })

  it("name their position in the summary", async () => {
    const { form, part } = open()
    part(1).change({ text: "" })
    await form.save("publish")
    expect(form.problems.get().invalid).toEqual([
      { id: "questions-1-text", name: "questions", number: 2, error: "survey.questionRequired" as Key },
    ])
  })
})

describe("a save", () => {
  it.each<[string, unknown, "publish" | "leave", string]>([
    ["that succeeds as a draft", undefined, "leave", "saved"],
    ["that publishes", undefined, "publish", "saved"],
    ["that is refused", refusal(["title", "No"]), "publish", "failed"],
    ["whose connection is lost", lost, "publish", "unsent"],
    ["that was stopped", new HttpError({ kind: "aborted" }), "publish", "stopped"],
  ])("%s", async (_, end, how, outcome) => {
    const { form, calls } = open([end], { isConnectionLost: () => true })
    form.change({ title: "B" })
    expect((await form.save(how)).is).toBe(outcome)
    expect(calls[0]?.draft.status).toBe(statuses.value(how === "leave" ? "draft" : "active"))
    const isSaved = outcome === "saved"
    expect([form.frame.get().isDirty, form.losses()]).toEqual([!isSaved, isSaved ? [] : ["title"]])
    // What would have been published stays a draft.
    expect(form.frame.get().isDraft).toBe(!isSaved || how === "leave")
  })

  it("leaves what was typed meanwhile, and is one at a time", async () => {
    let end = () => {}
    const { form } = open([], { save: () => new Promise(resolve => (end = () => resolve({ value: 1 }))) })
    form.change({ title: "B" })
    const first = form.save("publish")
    form.bind("description").field.set("Later")
    expect(await form.save("publish")).toEqual({ is: "busy" })
    form.reset(form.get())
    expect(await form.save("publish")).toEqual({ is: "busy" })
    end()
    expect((await first).is).toBe("saved")
    expect([form.frame.get().isDirty, form.losses()]).toEqual([true, ["description"]])
  })

  it("puts words of the server at their fields, until those change, and keeps the others", async () => {
    const { form } = open([refusal(["Title", "No"], ["Nowhere", "Somewhere else"])])
    await form.save("publish")
    expect([errorOf(form.bind("title")), form.problems.get().remarks]).toEqual([{ text: "No" }, ["Somewhere else"]])
    form.bind("description").field.set("x")
    expect(errorOf(form.bind("title"))).toEqual({ text: "No" })
    form.bind("title").field.set("B")
    expect(errorOf(form.bind("title"))).toBeUndefined()
  })

  it("is based on what the one before has left", async () => {
    const { form, calls } = open([], {
      basis: { version: "1" },
      save: async (draft, call) => {
        calls.push({ ...call, draft })
        call.rebase({ version: `${calls.length + 1}` })
        return { value: 1 }
      },
    })
    form.note.set("Please")
    await form.save("publish")
    await form.save("stay")
    expect(calls.map(({ basis, note }) => [basis.version, note])).toEqual([
      ["1", "Please"],
      ["2", undefined],
    ])
  })
})

it("a change that waits for approval is merged with what others have changed since", async () => {
  const theirs: Theirs<Draft> = { draft: { ...stored, description: "Theirs" }, version: "2" }
  const proposed = { ...stored, title: "Proposed" }
  const { form } = open([{ is: "conflict" }], { initial: proposed, stored, isStored: true, theirsOf: () => theirs })
  expect(form.frame.get().isDirty).toBe(false)
  await form.save("leave")
  const { base, mine } = form.conflict.get() ?? {}
  expect([base?.title, mine?.title]).toEqual([stored.title, "Proposed"])
})

it("a conflict is merged, or left for the next save", async () => {
  const theirs: Theirs<Draft> = { draft: { ...stored, title: "Theirs", description: "Theirs" }, version: "2" }
  const { form, calls } = open([{ is: "conflict" }, { is: "conflict" }], {
    initial: stored,
    isStored: true,
    basis: { version: "1" },
    theirsOf: error => ((error as { is?: string }).is === "conflict" ? theirs : undefined),
  })
  form.change({ title: "Mine" })
  expect((await form.save("leave")).is).toBe("conflict")
  form.dismiss()
  await form.save("leave")
  form.describeConflict({ by: "a@x.example" })
  expect(form.conflict.get()).toMatchObject({ mine: { title: "Mine" }, theirs: { change: { by: "a@x.example" } } })
  form.resolve({ ...theirs.draft, title: "Mine" })
  expect(form.losses()).toEqual(["title"])
  expect((await form.save("leave")).is).toBe("saved")
  expect(calls.map(({ basis }) => basis.version)).toEqual(["1", "1", "2"])
})

describe("stored drafts", () => {
  const store = () => {
    const all = new Map<string, StoredDraft<Draft>>()
    const timers = new Set<() => void>()
    let ids = 0
    const drafts = {
      load: () => [...all.values()],
      put: (draft: StoredDraft<Draft>) => void all.set(draft.id, draft),
      remove: (id: string) => void all.delete(id),
      newId: () => `${++ids}`,
      tab: () => "tab",
      now: () => 5,
      later: (work: () => void) => {
        timers.add(work)
        return () => void timers.delete(work)
      },
      secrets: ["description" as const],
    }
    const pause = () => {
      for (const work of [...timers]) {
        timers.delete(work)
        work()
      }
    }
    return { drafts, pause, titles: () => [...all.values()].map(({ draft }) => draft.title).sort(), timers }
  }

  it("hold what was typed after a pause; one is restored, and the restore taken back", async () => {
    const { drafts, pause, titles } = store()
    const first = open([], { drafts }).form
    first.change({ title: "First", description: "secret" })
    expect(titles()).toEqual([])
    pause()
    expect(titles()).toEqual(["First"])
    const { form } = open([], { drafts })
    form.change({ title: "Second" })
    pause()
    const [offer] = form.drafts.shown.get().offers
    if (offer) form.drafts.restore(offer)
    expect([form.get().title, titles()]).toEqual(["First", ["First", "Second"]])
    expect(offer?.omitted).toEqual(["description"])
    form.change({ title: "First, edited" })
    form.drafts.takeBack()
    expect([form.get().title, form.drafts.shown.get().offers.map(({ draft }) => draft.title)]).toEqual([
      "Second",
      ["First, edited"],
    ])
    await form.save("leave")
    expect(titles()).toEqual(["First, edited"])
  })

  it("go with the change that is taken back by hand, and are not stored by a form that is closed", () => {
    const { drafts, pause, titles, timers } = store()
    const { form } = open([], { drafts })
    form.change({ title: "B" })
    pause()
    form.change({ title: blank.title })
    expect(titles()).toEqual([])
    const close = form.drafts.open()
    form.change({ title: "C" })
    close()
    form.change({ title: "D" })
    expect(timers.size).toBe(0)
  })
})
