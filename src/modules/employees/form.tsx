import { blank, draftOf, type Employee, type EmployeeDraft, employeeOf, fields, rules } from "../../contract/employees"
import { dash } from "../../core/text/format"
import { formatPhone } from "../../core/text/phone"
import { activeStatusLook } from "../../ui/display/active-status"
import { asOptions, compareOf } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { historyOf, lastChangeOf } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { addEmployee, getEmployee, updateEmployee } from "./api"
import { Fields } from "./fields"
import { PermissionList } from "./permission-list"
import { PeopleScreen } from "./person-screen"
import { employees, roleLook } from "./resource"

const AllowedModules = ({ value }: { value: readonly string[] | null }) => {
  const t = useT()
  return value?.length ? <PermissionList list={value} /> : t("permissions.preset.everything")
}

const form: FormSpec<Employee, EmployeeDraft> = {
  resource: employees,
  rules,
  draftOf,
  Fields,
  lastChangeOf: lastChangeOf("user"),
  compare: {
    ...compareOf(fields, { role: roleLook, status: activeStatusLook }),
    phoneNumber: ({ value }) => formatPhone(value) || dash,
    departmentId: asOptions(departmentOptions),
    tenantId: asOptions(companyOptions),
  },
}

export const history = historyOf("user", form, employeeOf, {
  labels: { permissions: "employee.permissions" },
  compare: { permissions: AllowedModules },
})

export const Add = () => (
  <PeopleScreen>
    <CreatePage {...form} blank={blank} read={getEmployee} save={addEmployee} />
  </PeopleScreen>
)

/** The form of a stored person, on a screen that has the paths of people. */
export const PersonForm = () => <EditPage {...form} read={getEmployee} recordOf={employeeOf} save={updateEmployee} />

export const Edit = () => (
  <PeopleScreen>
    <PersonForm />
  </PeopleScreen>
)
