import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { Department } from "../../contract/departments"
import { namedOptions } from "../../core/http/options"
import { list, one } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import type { Choices } from "../../ui/forms/choice-field"
import { departmentOptions } from "./api"

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
  const load = () =>
    http
      .get("/department/list", { query: can("departments.byCompany") ? { tenantId } : {} })
      .then(list<Department>("departments"))
      .then(namedOptions)
  return { options: read(`departments.options.${tenantId}`, load), creator, page }
}
