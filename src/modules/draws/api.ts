import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { Proof } from "../../contract/draw-proof/proof"
import { type DrawDraft, draftOf, drawOf, type Winner, type WinnerMails, winnerOf } from "../../contract/draws/draws"
import { entryOutcomesOf, type Funnel, type Participant, type Stage } from "../../contract/draws/entries"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import type { Query } from "../../core/http/http"
import { namedOptions } from "../../core/http/options"
import { objectValue, one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { readAllPages } from "../../core/http/read-all-pages"
import type { Feature } from "../../state/features"
import { write } from "../../state/instances"
import { listChanges } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { crudCalls, noted } from "../records/api"
import { draws } from "./resource"

/** Calls of draws (docs/contract.md#draw-calls). */

const { tag } = draws

/** The company is sent by the platform only: that of a company's draw is set by the server. */
const bodyOf = ({ tenantId, ...draft }: DrawDraft) => ({ ...draft, ...(tenantId && { tenantId }) })

const calls = crudCalls("draws", {
  recordOf: drawOf,
  draftOf,
  bodyOf,
  names: [{ id: "departmentId", name: "departmentName", options: departmentOptions }],
})

export const { list: listDraws, get: getDraw, add: addDraw, upload: uploadDrawMedia } = calls

/** The deletion of a draw, and the calls of its steps, are extensions. */
const stepFailed = (feature: Feature, id: string) => ifMissing(feature, () => getDraw(id))

/** For drafts only. */
export const removeDraw = write(tag, (id: string) => calls.remove(id).catch(stepFailed("draws.remove", id)))

/** The path of a draw, or of one of its parts. */
const drawPath = (id: string, part?: string) => `/draw/${encodeURIComponent(id)}${part ? `/${part}` : ""}`

/** The companies for which the platform creates draws. */
export const holderOptions = read("companies.holders", (_: undefined) =>
  readAllPages(query => http.get("/tenant/list", { query }).then(page<{ id: string; name: string }>("tenants"))).then(
    namedOptions,
  ),
)

/** The company of a draw never changes. */
const changeOf = updateBody(drawOf, draftOf, ({ tenantId: _, ...draft }) => draft)

export const updateDraw = write(tag, (id: string, draft: DrawDraft, options: UpdateOptions) =>
  calls.put({ ...changeOf(draft, options.received), id }, options),
)

export const patchDraw = patchWith(getDraw, draftOf, updateDraw)

/** The members of a draft that decide who takes part, and the places. */
export type FunnelRules = Pick<
  DrawDraft,
  | "tenantId"
  | "method"
  | "eligibility"
  | "departmentId"
  | "employeeIds"
  | "newDays"
  | "seniorYears"
  | "excludeLastDraws"
  | "organiserIds"
  | "endDate"
> & { id: string; prizes: { quantity: number }[] }

/** Members of a list that asks for the people of a stage, or with `out` for those who fell out at it. */
type StageQuery = { stage: Stage; out?: boolean; page: number; pageSize: number; keyword?: string }

/** Figures of a stored draw, or of a draft; with a stage also a page of its people. An extension. */
export const funnelOf = read(`${tag}.funnel`, ({ rules, query }: { rules: FunnelRules | string; query?: StageQuery }, signal) =>
  (typeof rules === "string"
    ? http.get(drawPath(rules, "funnel"), { query, signal }).catch(stepFailed("draws.funnel", rules))
    : http.post("/draw/funnel", rules, { query, signal }).catch(ifMissing("draws.funnel"))
  ).then(objectValue<Funnel>()),
)

/** The ids of who created a draw and who approved its changes. */
export const draftersOf = read(`${tag}.drafters`, async (id: string): Promise<string[]> => {
  const { rows } = await listChanges({ entity: "draw", entityId: id, page: 0, pageSize: 100 })
  const drafted = rows.filter(({ action }) => action === "create" || action === "approve")
  return [...new Set(drafted.flatMap(({ actorId }) => actorId ?? []))]
})

const step = <B extends object>(part: "lock" | "run" | "void") =>
  write(tag, (id: string, body: B, { note, ...options }: CreateOptions) =>
    http
      .post(drawPath(id, part), { ...body, ...noted(note) }, { ...options, query: proposed })
      .then(answer => ({ ...one(drawOf)(answer), status: answer.status, isProposed: answer.status === 202 }))
      .catch(stepFailed(`draws.${part}`, id)),
  )

/** A step that needs a second person is sent to them (docs/contract.md#approvals). */
const proposed = { propose: "true" }

type Randomness = { kind: number; round?: number }

/** Fixes entries and rules, and publishes their proof (docs/contract.md#draw-lock). */
export const lockDraw = step<{ publicRandomness: Randomness }>("lock")

/** Draws the winners of a locked draw. */
export const runDraw = step<{ publicValue?: string }>("run")

/** With a place that winner drops out, without one the whole result becomes void. */
export const voidDraw = step<{
  reason: number
  note: string
  place?: number
  publicRandomness?: Randomness
  excludeIneligible?: boolean
}>("void")

/** Notes what happened to a winner. A winner who declines or does not answer in time drops out. */
export const changeWinner = write(
  tag,
  (id: string, place: number, body: { state: number; note?: string }, { note, signal }: Partial<CreateOptions> = {}) =>
    http
      .put(drawPath(id, `winner/${place}`), { ...body, ...noted(note) }, { signal, query: proposed })
      .catch(stepFailed("draws.winner", id)),
)

/** What would be sent to the winners now. Always asked anew: it is confirmed by what is shown. */
export const getWinnerMails = read(
  `${tag}.winnerMails`,
  (id: string, signal) =>
    http
      .get(drawPath(id, "winner-mails"), { signal })
      .then(objectValue<WinnerMails>())
      .catch(stepFailed("draws.winnerMails", id)),
  { staleTimeMs: 0 },
)

/** Tells the winners who have not been told of their prizes by mail. */
export const sendWinnerMails = write(tag, (id: string) =>
  http.post(drawPath(id, "winner-mails"), {}).catch(stepFailed("draws.winnerMails", id)),
)

export type Rehearsal = { entryCount: number; winners: Winner[] }

/** A sample result that nothing is stored of. Each call gives another one. */
export const rehearseDraw = (id: string, signal?: AbortSignal): Promise<Rehearsal> =>
  http
    .post(drawPath(id, "rehearse"), {}, { signal })
    .then(objectValue<Rehearsal>())
    .then(({ entryCount, winners }) => ({ entryCount, winners: winners.map(winnerOf) }))
    .catch(stepFailed("draws.rehearse", id))

/** @param query the id of the draw as `id`, and filters */
export const listParticipants = read(`${tag}.participants`, ({ id, ...query }: Query, signal) =>
  http
    .get(drawPath(String(id), "participants"), { query, signal })
    .then(page<Participant>("entries"))
    .then(({ rows, ...rest }) => ({ ...rest, rows: rows.map(row => ({ ...row, id: row.employeeId })) }))
    .catch(stepFailed("draws.entries", String(id))),
)

export type EntryRow = { employeeId?: string; email?: string; at?: string }

/** A time that is given is marked as imported: the proof shows it beside the time of recording. */
export const addEntry = write(tag, (id: string, entry: EntryRow & { imported?: true }, { note, ...options }: CreateOptions) =>
  http
    .post(drawPath(id, "entries"), { ...entry, ...noted(note) }, { ...options, query: proposed })
    .catch(stepFailed("draws.entries", id)),
)

/** Records entries in one call, each with an outcome of its own. */
export const addEntries = write(tag, async (id: string, entries: readonly EntryRow[], options: CreateOptions) => {
  const { value } = await http
    .post(drawPath(id, "entries"), { entries, imported: true }, { ...options, query: proposed })
    .catch(stepFailed("draws.entries", id))
  return entryOutcomesOf(value)
})

export const removeEntry = write(tag, (id: string, employeeId: string) =>
  http
    .delete(drawPath(id, `entries/${encodeURIComponent(employeeId)}`), { query: proposed })
    .catch(stepFailed("draws.entries", id)),
)

/** The proof of a draw, which is public. A missing draw and one that is not locked are answered alike, with 404. */
export const getProof = read(`${tag}.proof`, (id: string, signal) =>
  http.get(drawPath(id, "audit"), { signal }).then(objectValue<Proof>()),
)
