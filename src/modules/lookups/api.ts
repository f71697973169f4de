import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { LookupUse, Merged } from "../../contract/categories"
import { list, objectValue } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"

/** Calls that keep categories and departments in order (docs/contract.md#categories). */

export type LookupKind = "category" | "department"

/** What shows the names: it is read anew after each change. */
export const tagsOf: Record<LookupKind, string[]> = {
  category: ["lookups", "categories", "campaigns", "partners", "payments", "gifts", "calendar", "reports"],
  department: ["lookups", "departments", "employees", "users", "draws", "announcements", "surveys", "reports"],
}

const pathOf = (kind: LookupKind, { id }: { id: string }, part = "") => `/${kind}/${encodeURIComponent(id)}${part}`

/** The platform's own, or the company's, with how many records name each. */
export const listLookups = read("lookups.usage", (kind: LookupKind, signal) =>
  http.get(`/${kind}/usage`, { signal }).then(list<LookupUse>("usage")).catch(ifMissing("lookups")),
)

/** @param row as the person has seen it */
const calls = (kind: LookupKind) => ({
  change: write(tagsOf[kind], (row: LookupUse, change: { name?: string; isRetired?: boolean }) =>
    http.put(pathOf(kind, row), change, { version: `"${row.version}"` }),
  ),
  remove: write(tagsOf[kind], (row: LookupUse) => http.delete(pathOf(kind, row))),
  merge: write(tagsOf[kind], async (row: LookupUse, into: string, idempotencyKey: string) => {
    const answer = await http.post(pathOf(kind, row, "/merge"), { into }, { idempotencyKey })
    return { ...objectValue<Merged>()(answer), undoToken: answer.undoToken }
  }),
})
export const lookupCalls = { category: calls("category"), department: calls("department") }
