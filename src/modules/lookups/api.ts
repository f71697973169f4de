import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { Category, LookupUse, Merged } from "../../contract/categories"
import type { Department } from "../../contract/departments"
import { namedOptions, readOptions } from "../../core/http/options"
import { list, objectValue, one } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import type { Choices } from "../../ui/forms/choice-field"
import { categoryOptions } from "../categories/api"
import { departmentOptions } from "../departments/api"

/** The choice of categories and departments in forms, and the calls that keep them in order (docs/contract.md#categories); lists load neither. */

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

/** What a row can be merged with: others of the platform, and of the owner. @param owner the company of the person; null for the platform */
export const mergeTargets = (kind: LookupKind, row: LookupUse, owner: string | null) =>
  readOptions(`lookups.into.${row.id}`, (query, signal) =>
    http
      .get(`/${kind}/list`, {
        query: { ...query, ...(kind === "department" && can("departments.byCompany") && { tenantId: owner ?? "platform" }) },
        signal,
      })
      .then(list<Department>(kind))
      .then(all =>
        all.filter(({ id, tenantId = null, isRetired }) => id !== row.id && !isRetired && [null, owner].includes(tenantId)),
      )
      .then(namedOptions),
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

const addCategory = write("categories", async (name: string) => {
  const { record } = await http.post("/category/create", { name }).then(one<Category>()).catch(ifMissing("categories.create"))
  return { value: record.id, label: record.name }
})

/** Categories for a form field; platform administrators create missing ones. */
export const categoryChoices: Choices = {
  options: categoryOptions,
  creator: { role: "Administrator", create: addCategory },
  page: { label: "category.manage", paths: { Administrator: "/admin/categories" }, feature: "lookups" },
}

const addDepartment = write("departments", async (name: string) => {
  const { record } = await http
    .post("/department/create", { name })
    .then(one<Department>())
    .catch(ifMissing("departments.create"))
  return { value: record.id, label: record.name }
})

const creator = { role: "TenantAdmin", create: addDepartment } as const
const page = {
  label: "department.manage",
  paths: { Administrator: "/admin/categories?view=departments", TenantAdmin: "/user/departments" },
  feature: "lookups",
} as const

/** Departments for a form field; company administrators create missing ones. */
export const departmentChoices: Choices = { options: departmentOptions, creator, page }

/** Departments that people of one company can be in: its own, those of its parent and of the platform. */
export const departmentChoicesOf = (tenantId: string): Choices => {
  const options = readOptions(`departments.options.${tenantId}`, (query, signal) =>
    http
      .get("/department/list", { query: { ...query, ...(can("departments.byCompany") && { tenantId }) }, signal })
      .then(list<Department>("departments"))
      .then(namedOptions),
  )
  return { options, creator, page }
}
