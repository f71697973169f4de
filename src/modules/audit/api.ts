import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { namesFrom } from "../../api/names"
import { type AuditEntry, type AuditedEntity, actions, keptMembers } from "../../contract/audit"
import type { AuditedRecord } from "../../contract/modules"
import type { Query } from "../../core/http/http"
import { page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import type { Key } from "../../core/text/i18n"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import type { RecordForm } from "../../ui/pages/form/record-form"
import type { HistorySpec, Members } from "../../ui/pages/history/history-spec"
import type { Resource } from "../../ui/pages/resource"
import { ownerNameOf } from "../owners/api"
import { approvalCompare, approvalLabels } from "./approval-members"

/** Calls of the audit log (docs/contract.md#audit-and-undo). */

/** Entries about a proposal, which change no record. */
const ofProposals: readonly string[] = ["propose", "return", "withdraw"]

/** Returns a function that reads who changed a record last, and when; undefined on a server without the extension. */
export const lastChangeOf = (entity: AuditedRecord) => async (id: string) => {
  if (!can("audit")) return undefined
  const query = { entity, entityId: id, page: 0, pageSize: 10 }
  const { rows } = page("entries", raw => raw as Partial<AuditEntry>)(await http.get("/audit/list", { query }))
  const { actorEmail, actorName = "", at } = rows.find(({ action = "" }) => !ofProposals.includes(action)) ?? {}
  return actorEmail && at ? { by: actorEmail, name: actorName, at } : undefined
}

const listEntries = (query: Query, signal?: AbortSignal) =>
  http.get("/audit/list", { query, signal }).then(page<AuditEntry>("entries")).catch(ifMissing("audit"))

/** A page of the changes of all records in reach; the keyword is a part of a person's or a record's name. */
export const listChanges = read("audit.list", listEntries, { staleTimeMs: 0 })

/** The same with the names of the companies. */
export const listNamedChanges = read(
  "audit.named",
  (query: Query, signal) => listEntries(query, signal).then(namesFrom<AuditEntry & { tenantName?: string }>(ownerNameOf).page),
  { staleTimeMs: 0 },
)

type Form<R, D extends object> = Pick<RecordForm<R, D>, "compare" | "draftOf"> & {
  resource: Pick<Resource<R, D>, "tag" | "labels" | "titleOf">
}

type Options = {
  /** Labels of members that are no fields of the form. */
  labels?: Record<string, Key>
  /** Components of such members. */
  compare?: object
  /** Members of the wire whose values the form has under other names. */
  grouped?: readonly string[]
  /** Query tags of the records, the first of which marks the changes as outdated; the resource's if absent. */
  tags?: readonly [string, ...string[]]
}

/**
 * Returns how the changes of a kind of record are displayed and taken back: as in its form. The changes are read again when a
 * record of the kind is written.
 * @param recordOf reads a record, and so its logged members, from the wire
 */
export const historyOf = <R, D extends object>(
  entity: AuditedEntity,
  { resource, compare, draftOf }: Form<R, D>,
  recordOf: (raw: object) => R,
  { labels, compare: others, grouped = [], tags = [resource.tag] }: Options = {},
): HistorySpec => ({
  entity,
  tags: [...tags, listChanges.tag],
  actions,
  titleOf: members => resource.titleOf(recordOf(members)),
  fields: Object.keys(resource.labels),
  labels: {
    ...resource.labels,
    ...approvalLabels,
    ...labels,
  },
  compare: { ...approvalCompare, ...compare, ...others } as HistorySpec["compare"],
  draftOf: members => draftOf(recordOf(members)) as Members,
  grouped,
  kept: keptMembers[entity] ?? [],
  list: read(`${tags[0]}.history`, listEntries, { staleTimeMs: 0 }),
  restore: write([...tags, listChanges.tag], (entryId: string, version: string | undefined) =>
    http.post(`/audit/${encodeURIComponent(entryId)}/restore`, {}, version === undefined ? {} : { version }),
  ),
})
