import { randomUUID } from "node:crypto"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { users } from "../../../server/src/db/schema"
import { accounts } from "../../api"
import { setNeeds } from "../../approval-kit"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** One member set on many records (docs/contract.md#bulk-edit). */
const { signed, send, get, tenant } = startApi()

const day = (year: number) => `${year}-01-01T00:00:00.000Z`
const known = { brandId: "", category: "", other: "", elif: "", stranger: "" }
beforeAll(async () => {
  const people = await signed.api.db.select().from(users)
  const personOf = (email: string) => people.find(row => row.email === email)?.id ?? ""
  Object.assign(known, { elif: personOf(accounts.elif), stranger: personOf(accounts.mert) })
  known.brandId = (await get("/brand/list?pageSize=1")).value.brands[0].id
  const [first, second] = (await get("/category/list")).value
  Object.assign(known, { category: first.id, other: second.id })
})

const period = { startDate: day(2020), endDate: day(2090) }
const bodies = {
  campaign: () => ({
    ...period,
    description: "d",
    brandId: known.brandId,
    categoryId: known.category,
    rewardType: 0,
    rewardValue: 5,
  }),
  announcement: () => ({ ...period, description: "d", body: "b", type: 0 }),
  feedback: () => ({ type: 0, description: "d", userName: "Ayşe", email: "ayse@yesilova.example", priority: 1 }),
}
type Kind = keyof typeof bodies

let made = 0
const add = async (kind: Kind, given: object = {}, who?: Who): Promise<string> => {
  const named = kind === "feedback" ? { subject: `Kayıt ${++made}` } : { title: `Kayıt ${++made}`, status: 0 }
  const { value } = await send("POST", `/${kind}/create`, who, { ...bodies[kind](), ...named, ...given })
  return value.id
}
const edit = (kind: Kind, ids: string[], given: object, who?: Who, query = "") =>
  send("PUT", `/${kind}/bulk${query}`, who, { ids, ...given })
const read = async (kind: Kind, id: string) => (await get(`/${kind}/${id}`)).value

type Outcome = { index: number; outcome: string; undoToken?: string; errors?: { field: string; message: string }[] }
const summary = (outcomes: Outcome[]) =>
  outcomes.map(({ outcome, errors }) => [outcome, ...(errors ?? []).map(({ field }) => field)].join())
const undo = async (token: string | undefined) => (await send("POST", `/undo/${token}`)).status

describe("a bulk edit", () => {
  it.each<[Kind, object]>([
    ["campaign", { endDate: day(2091) }],
    ["campaign", { categoryId: "other" }],
    ["announcement", { endDate: day(2091) }],
    ["announcement", { endDate: null }],
    ["feedback", { priority: 3 }],
    ["feedback", { status: 2 }],
    ["feedback", { assignedTo: "elif" }],
  ])("of %s sets %s, leaves what has it, and is undone", async (kind, given) => {
    const change = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, known[value as keyof typeof known] ?? value]),
    )
    const ids = [await add(kind), await add(kind)]
    const before = await Promise.all(ids.map(id => read(kind, id)))
    expect(summary((await edit(kind, ids.slice(0, 1), change)).value)).toEqual(["changed"])
    const { value } = await edit(kind, ids, change)
    expect(summary(value)).toEqual(["unchanged", "changed"])
    for (const id of ids) expect(await read(kind, id)).toMatchObject(change)
    expect(await undo(value[1].undoToken)).toBe(200)
    const { updatedDate: _, ...members } = before[1]
    expect(await read(kind, ids[1] ?? "")).toMatchObject(members)
  })

  it("answers each record in the order of the ids, with its refusal in the caller's language", async () => {
    const [good, late, gone] = [
      await add("campaign"),
      await add("campaign", { startDate: day(2095), endDate: day(2096) }),
      await add("campaign"),
    ]
    const theirs = await add("campaign", {}, "mert")
    const platform = await add("campaign", { status: 1 }, "admin")
    await send("DELETE", `/campaign/delete/${gone}`)
    const ids = [late, good, randomUUID(), theirs, platform, gone, good.toUpperCase()]
    const { status, value } = await edit("campaign", ids, { endDate: day(2091) })
    expect([status, summary(value)]).toEqual([
      200,
      ["refused,endDate", "changed", "refused,id", "refused,id", "refused,id", "refused,id", "changed"],
    ])
    expect(value.map(({ index }: Outcome) => index)).toEqual(ids.map((_, index) => index))
    expect(value[0].errors[0].message).toBe("Bitiş, başlangıçtan sonra olmalıdır.")
    expect((await read("campaign", late)).endDate).toBe(day(2096))
  })

  it("keeps what needs approval as a proposal when it is asked to, and refuses it otherwise", async () => {
    const ids = [await add("campaign", { status: 1 }), await add("campaign")]
    await setNeeds(signed.api, tenant.own, ["campaigns"])
    expect(summary((await edit("campaign", ids, { endDate: day(2091) })).value)).toEqual(["refused,id", "changed"])
    const given = { endDate: day(2092), approvalNote: "Uzatıldı" }
    expect(summary((await edit("campaign", ids, given, "elif", "?propose=true")).value)).toEqual(["proposed", "changed"])
    expect(await read("campaign", ids[0] ?? "")).toMatchObject({ endDate: day(2090), approval: "waiting" })
  })
  afterEach(() => setNeeds(signed.api, tenant.own, []))

  it("is undone by record, where nobody has changed it since", async () => {
    const ids = [await add("feedback"), await add("feedback")]
    const { value } = await edit("feedback", ids, { priority: 3 })
    await edit("feedback", ids.slice(0, 1), { status: 1 })
    expect(await Promise.all(value.map(({ undoToken }: Outcome) => undo(undoToken)))).toEqual([409, 200])
    expect((await Promise.all(ids.map(id => read("feedback", id)))).map(({ priority }) => priority)).toEqual([3, 1])
  })

  it("assigns a person who may have it, and refuses others by record", async () => {
    const ids = [await add("feedback")]
    expect(summary((await edit("feedback", ids, { assignedTo: known.stranger })).value)).toEqual(["refused,assignedTo"])
    expect(summary((await edit("feedback", ids, { assignedTo: known.elif })).value)).toEqual(["changed"])
    expect(summary((await edit("feedback", ids, { assignedTo: null })).value)).toEqual(["changed"])
    expect((await read("feedback", ids[0] ?? "")).assignedTo).toBe(null)
  })

  it("is in the history of each record as a single change is", async () => {
    const id = await add("campaign")
    await edit("campaign", [id], { endDate: day(2091) })
    const { value } = await get(`/audit/list?entityId=${id}&action=update`)
    expect(value.entries.map(({ before, after }: { before: object; after: object }) => [before, after])).toMatchObject([
      [{ endDate: day(2090) }, { endDate: day(2091) }],
    ])
  })

  it.each<[string, object]>([
    ["no ids", { ids: [], priority: 1 }],
    ["501 ids", { ids: Array.from({ length: 501 }, () => randomUUID()), priority: 1 }],
    ["an id that is none", { ids: ["x"], priority: 1 }],
    ["no member", { ids: [randomUUID()] }],
    ["two members", { ids: [randomUUID()], priority: 1, status: 1 }],
    ["a member that it does not set", { ids: [randomUUID()], subject: "Yeni" }],
    ["an unknown code", { ids: [randomUUID()], priority: 9 }],
  ])("of %s is refused as a whole", async (_, body) => {
    const answer = await send("PUT", "/feedback/bulk", "elif", body)
    expect([answer.status, fieldsOf(answer).length]).toEqual([400, 1])
  })
})
