import type { Employee } from "../../contract/employees"
import type { Key } from "../../core/text/i18n"
import { currentUser, session } from "../../state/session"
import { activation, type RecordAction } from "../../ui/pages/record/record-actions"
import { patchEmployee } from "./api"
import { employees } from "./resource"

/** What the API refuses is not offered: nobody deactivates or deletes themselves (docs/contract.md#employee-protection). */

/** Returns a function that gives `reason` for the record of the signed-in person. */
export const ownRecord =
  (reason: Key) =>
  ({ id }: Pick<Employee, "id">): Key | undefined =>
    id === currentUser(session)?.userId ? reason : undefined

const ownAccess = ownRecord("employee.ownAccess")

const { tabs, actions } = activation(employees, patchEmployee)

export { tabs }

export const protectedActions: RecordAction<Employee>[] = actions.map(action => ({
  ...action,
  appliesTo: (row, now) => !ownAccess(row) && (action.appliesTo?.(row, now) ?? true),
  reasonOf: ownAccess,
}))
