import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { and, eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { Day } from "../../../../src/core/dates/dates"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import { surveyDocuments as table } from "../../db/survey-tables"
import { type FieldMessages, refuseInvalid } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { requireId } from "../../http/request"
import { survey as surveyKind } from "../../kinds/survey"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { lockRow, refuseOtherVersion } from "../../records/version"
import { json, route } from "../../routes/route"
import { dayAt } from "./answers"

/**
 * Lists that belong to a survey and are written as a whole: its recommendations and its action plans. A list has a version of
 * its own, 0 before it is first written (docs/contract.md#recommendations, #action-plans).
 */

type Entry = { id: string }

/** What is kept of an entry that the caller cannot write. */
type RetainedMembers<Stored> = { id: string; before: Stored | undefined; now: Date }

type DocumentName = "recommendations" | "plans"
type GivenEntry = { id?: string | undefined }

type DocumentSpec<K extends DocumentName, Stored extends Entry, Given extends GivenEntry, Sent> = {
  /** The kind of the document, and the member that contains the list. */
  kind: K
  /** The end of the path, and what the document calls the calls. */
  path: string
  reads: string
  replaces: string
  body: z.ZodType<Record<K, Given[]>>
  example: Record<K, object[]>
  /** The schema of an entry as it is sent. */
  entry: z.ZodType<Sent>
  errors: (entries: Given[], stored: Stored[]) => FieldMessages
  toStored: (given: Given, kept: RetainedMembers<Stored>) => Stored
  /** Further errors, of records that entries name. @param survey whose list it is */
  referenceErrors?: (
    tx: Database,
    actor: Actor,
    survey: { tenantId: string | null },
    entries: Given[],
    stored: Stored[],
  ) => Promise<FieldMessages>
  /** Adds to stored entries what other records say. */
  complete?: (db: Database, stored: Stored[]) => Promise<Stored[]>
  /** The entry as it is sent. @param today in the deployment's time zone */
  present: (stored: Stored, today: Day) => Sent
}

const readDocument = async (db: Database, surveyId: string, kind: DocumentName) => {
  const [row] = await db
    .select({ content: table.content, version: table.version })
    .from(table)
    .where(and(eq(table.surveyId, surveyId), eq(table.kind, kind)))
  return row ?? { content: [], version: 0 }
}

/**
 * Entries with their ids: a stored entry keeps its id, once, and a new one that of the caller, so that a repeated write adds it
 * once and a removed entry can be put back; any other gets a new id.
 */
const identify = <Given extends GivenEntry, Stored extends Entry>(given: Given[], stored: Stored[]) => {
  const known = new Map(stored.map(entry => [entry.id, entry]))
  const taken = new Set<string>()
  return given.map(entry => {
    const id = entry.id && !taken.has(entry.id) ? entry.id : randomUUID()
    taken.add(id)
    return { entry, before: known.get(id), id }
  })
}

/** The entries of one list that another does not hold in this form; of a list that is only reordered, all. */
const differences = (from: Entry[], to: Entry[]): Entry[] => {
  const same = new Map(to.map(entry => [entry.id, entry]))
  return from.filter(entry => !isDeepStrictEqual(entry, same.get(entry.id)))
}

const changesOf = (before: Entry[], after: Entry[]) => {
  const [removed, added] = [differences(before, after), differences(after, before)]
  return removed.length || added.length ? { before: removed, after: added } : { before, after }
}

/** The calls that read and replace a list. */
export const documentRoutes = <K extends DocumentName, Stored extends Entry, Given extends GivenEntry, Sent>({
  kind,
  path: end,
  reads,
  replaces,
  body,
  example,
  entry,
  errors,
  toStored,
  referenceErrors = async () => ({}),
  complete = async (_, stored) => stored,
  present,
}: DocumentSpec<K, Stored, Given, Sent>) => {
  const path = `/survey/:id/${end}` as const
  const answer = z.object({ [kind]: z.array(entry) })
  const contentOf = async (c: Context<Env>, db: Database, content: unknown[]) => {
    const { clock, config } = c.get("deps")
    const today = dayAt(clock(), config.timeZone)
    return { [kind]: (await complete(db, content as Stored[])).map(entry => present(entry, today)) }
  }

  const get = route.get(path, may("read", "surveys"), {
    summary: reads,
    answer,
    handler: async ({ c, params }) => {
      const { row } = await readOwn(c, surveyKind, requireId(params.id))
      const { db } = c.get("deps")
      const { content, version } = await readDocument(db, row.id, kind)
      return { value: await contentOf(c, db, content), etag: version }
    },
  })

  /** @throws Refusal 409 with the current list when the caller has seen another version, 400 with paths of the entries */
  const put = route.put(path, may("write", "surveys"), {
    summary: replaces,
    body: json(body),
    example,
    answer,
    handler: async ({ c, params, body }) => {
      const { row: survey } = await readOwn(c, surveyKind, requireId(params.id))
      const { [kind]: entries } = await body()
      const { db, clock } = c.get("deps")
      const stored = await db.transaction(async tx => {
        const { id: surveyId, tenantId } = await lockRow(tx, surveyKind, survey.id)
        const { content: before, version } = await readDocument(tx, surveyId, kind)
        await refuseOtherVersion(c, version, () => contentOf(c, tx, before))
        const found = await referenceErrors(tx, c.get("actor"), survey, entries, before as Stored[])
        refuseInvalid({ ...errors(entries, before as Stored[]), ...found })
        const now = new Date(clock())
        const after = identify(entries, before as Stored[]).map(({ entry, ...kept }) => toStored(entry, { ...kept, now }))
        if (isDeepStrictEqual(after, before)) return { content: before, version }
        const values = { content: after, version: version + 1, updatedAt: now, updatedBy: c.get("actor").userId }
        await tx
          .insert(table)
          .values({ surveyId, kind, ...values })
          .onConflictDoUpdate({ target: [table.surveyId, table.kind], set: values })
        const changes = changesOf(before as Stored[], after)
        await addAuditEntry(c, tx, {
          action: "update",
          entity: "survey",
          id: surveyId,
          tenantId,
          before: { [kind]: changes.before },
          after: { [kind]: changes.after },
        })
        return values
      })
      return { value: await contentOf(c, db, stored.content), etag: stored.version }
    },
  })
  return [get, put]
}
