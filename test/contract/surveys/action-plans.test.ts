import { describe, expect, it } from "vitest"
import {
  type ActionPlan,
  blankPlan,
  maxPlans,
  maxTasks,
  planErrors,
  planStatusOf,
  plansOf,
  progressOf,
} from "../../../src/contract/surveys/action-plans"

const today = "2026-03-10"
const tasksOf = (...completed: boolean[]) => completed.map((done, at) => ({ id: `t${at}`, name: `Görev ${at}`, completed: done }))

const stored: ActionPlan = {
  id: "p1",
  title: "Yemekhane kuyruğu",
  source: "recommendation",
  recommendationId: "a1",
  status: "inProgress",
  dueDate: "2026-03-20",
  ownerId: null,
  owner: "İnsan Kaynakları",
  progress: 33,
  tasks: tasksOf(true, false, false),
  fromAi: true,
  createdDate: "2026-03-01T09:00:00.000Z",
}

describe("the progress and status of a plan", () => {
  it.each<[boolean[], string, number, string]>([
    [[], "2026-03-20", 0, "planned"],
    [[], "2026-03-09", 0, "overdue"],
    [[false, false], today, 0, "planned"],
    [[true, false], today, 50, "inProgress"],
    [[true, false, false], "2026-03-09", 33, "overdue"],
    [[true, true, false], "2026-03-20", 67, "inProgress"],
    [[true, true], "2026-03-09", 100, "done"],
    [[...Array.from({ length: 300 }, () => false), true], "2026-03-20", 0, "inProgress"],
    [[true, false], "", 50, "inProgress"],
  ])("%j due on %s is %i percent, %s", (completed, dueDate, progress, status) => {
    const tasks = tasksOf(...completed)
    expect([progressOf(tasks), planStatusOf({ tasks, dueDate }, today)]).toEqual([progress, status])
  })
})

describe("plans on the wire", () => {
  it("are read as they are", () => {
    expect(plansOf({ plans: [stored] }, today)).toEqual([stored])
    expect(plansOf([stored], today)).toEqual([stored])
  })

  it.each([undefined, null, "", {}, { plans: 3 }, [null, 1, []]])("%j holds none", value => {
    expect(plansOf(value, today)).toEqual([])
  })

  it("take defaults for what the server leaves out", () => {
    expect(plansOf([{}], today)).toEqual([{ ...blankPlan("", today), id: "1", dueDate: "" }])
  })

  it.each<[string, object, Partial<ActionPlan>]>([
    ["a status that the tasks contradict", { status: "done", progress: 90 }, { status: "inProgress", progress: 33 }],
    ["a due day in the past", { dueDate: "2026-03-01" }, { status: "overdue" }],
    ["an instant as due day", { dueDate: "2026-03-20T00:00:00Z" }, { dueDate: "2026-03-20" }],
    ["no day as due day", { dueDate: "soon" }, { dueDate: "" }],
    ["a source in another case", { source: "Ai" }, { source: "ai" }],
    ["an unknown source", { source: "import" }, { source: "import" }],
    ["tasks that are none", { tasks: ["a", null, { name: 4 }] }, { tasks: [{ id: "1", name: "4", completed: false }] }],
    ["wrong types", { title: {}, owner: [], fromAi: "yes" }, { title: "", owner: "", fromAi: false }],
  ])("keep or repair %s", (_, given, read) => {
    expect(plansOf([{ ...stored, ...given }], today)[0]).toMatchObject(read)
  })

  it("keep members that this version does not know", () => {
    expect(plansOf([{ ...stored, budget: 5 }], today)[0]).toMatchObject({ budget: 5 })
  })
})

describe("the rules of plans", () => {
  it.each<[string, Partial<ActionPlan>, string | undefined]>([
    ["a whole one", {}, undefined],
    ["a blank title", { title: " " }, "title"],
    ["a long owner", { owner: "x".repeat(101) }, "owner"],
    ["no due day", { dueDate: "" }, "dueDate"],
    ["a day that no calendar has", { dueDate: "2026-02-30" }, "dueDate"],
    ["an instant as due day", { dueDate: "2026-03-20T00:00:00Z" }, "dueDate"],
    ["blank tasks", { tasks: [{ id: "a", name: " ", completed: true }] }, "tasks"],
    ["too many tasks", { tasks: tasksOf(...Array.from({ length: maxTasks + 1 }, () => false)) }, "tasks"],
    ["a long task", { tasks: [{ id: "a", name: "x".repeat(201), completed: true }] }, "tasks"],
  ])("%s", (_, change, field) => {
    expect(Object.keys(planErrors([stored, { ...stored, ...change }]))).toEqual(field ? [`plans.1.${field}`] : [])
  })

  it("limit their number", () => {
    const list = Array.from({ length: maxPlans + 1 }, () => stored)
    expect(Object.keys(planErrors(list))).toEqual(["plans"])
    expect(planErrors(list.slice(1))).toEqual({})
  })
})

describe("a new plan", () => {
  it("is due in two weeks, by hand, and planned", () => {
    expect(blankPlan("HR", today)).toMatchObject({ dueDate: "2026-03-24", source: "manual", status: "planned", owner: "HR" })
  })
})
