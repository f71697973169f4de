import type { Employee } from "../../contract/employees"
import type { Key } from "../../core/text/i18n"
import { currentUser, session } from "../../state/session"
import { activation, type RecordAction } from "../../ui/pages/record/record-actions"
import { patchEmployee } from "./api"
import { employees } from "./resource"

/** What the API refuses is not offered: nobody deactivates or deletes themselves, or changes what the directory writes (docs/contract.md#employee-protection). */

/** Returns a function that gives `reason` for the record of the signed-in person. */
export const ownRecord =
  (reason: Key) =>
  ({ id }: Pick<Employee, "id">): Key | undefined =>
    id === currentUser(session)?.userId ? reason : undefined

const ownAccess = ownRecord("employee.ownAccess")

/** Why nobody here changes the status of a person: it is the own one, or that of the company's directory. */
const statusReason = (person: Employee): Key | undefined =>
  ownAccess(person) ?? (person.directory.length ? "employee.directory.hint" : undefined)

const { tabs, actions } = activation(employees, patchEmployee)

export { tabs }

export const protectedActions: RecordAction<Employee>[] = actions.map(action => ({
  ...action,
  appliesTo: (row, now) => !statusReason(row) && (action.appliesTo?.(row, now) ?? true),
  reasonOf: statusReason,
}))
