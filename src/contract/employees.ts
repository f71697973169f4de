import { codes } from "../core/codes"
import type { Day } from "../core/dates/dates"
import * as field from "../core/fields"
import { type RowError, rowErrorsOf } from "../core/http/row-errors"
import { isRecord } from "../core/is-record"
import { entriesOf, type OwnedMembers, ownedFields, recordReader, textOf } from "./record"

/** Employees, users on the wire: record, codes and rules (docs/contract.md#employees). */

/** Roles that the form assigns, texts on the wire. */
export const roles = codes("user", "tenantAdmin")
/** Roles of all people that are listed; that of platform administrators is not assigned here. */
export const allRoles = codes(...roles.names, "administrator")
export type EmployeeRole = (typeof allRoles.names)[number]

/** The writable members, in the order of the form. */
export const fields = {
  firstName: field.text(100, "employee.firstNameRequired"),
  lastName: field.text(100, "employee.lastNameRequired"),
  email: field.emailAddress("employee.emailRequired"),
  phoneNumber: field.phoneNumber("employee.phoneRequired"),
  logo: field.picture(),
  /** An {@link EmployeeRole}; an unknown one as the server sent it, "" if it sent none. */
  role: field.special<string>("user"),
  status: field.active(),
  departmentId: field.special(""),
  jobTitle: field.text(100),
  hiredAt: field.dayAt(),
  score: field.number(Number.MAX_VALUE, draft => {
    const { score } = draft
    const isValid = typeof score !== "number" || (Number.isInteger(score) && score >= 0 && score <= 1_000_000_000)
    return isValid ? undefined : "employee.scoreWhole"
  }),
  /** The company; "" for that of the person who creates the employee. */
  tenantId: field.special(""),
}

export type EmployeeDraft = field.DraftOf<typeof fields>
export const blank = field.blankOf(fields)
export const rules = field.rulesOf(fields)

/** The members that a person may change of their own record. */
const { firstName, lastName } = fields
export const nameFields = { firstName, lastName }
export const nameRules = field.rulesOf(nameFields)

/**
 * What the server adds. `isInvited`: an administrator to whom an invitation went out, and who has not signed in yet. `directory`: the
 * members that the company's directory writes, none of a person who does not come from it.
 */
export const added = { departmentName: field.name(), isInvited: field.special(false), directory: field.special<string[]>([]) }

/** An employee as the API returns it. `tenantId` is null for a person without a company, such as a platform administrator. */
export type Employee = Omit<EmployeeDraft, "tenantId"> & OwnedMembers & field.DraftOf<typeof added>

/** Longer than people work, years: an earlier hire date may be a slip of the year. */
const longestWork = 70

/** Whether a hire date is longer ago than people work; false for none. */
export const isHiredLongAgo = (hiredAt: Day, today: Day) =>
  hiredAt !== "" && Number(hiredAt.slice(0, 4)) < Number(today.slice(0, 4)) - longestWork

/** Returns the full name. */
export const nameOf = ({ firstName, lastName }: Pick<EmployeeDraft, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim()

const readRecord = recordReader<Employee>(fields, { ...ownedFields, ...added, role: field.special<unknown>(null) })

/** Reads an employee from the wire. A role may be a name in any case, or a number; a phone number may be a number. */
export const employeeOf = (raw: object): Employee => {
  const employee = readRecord({ ...raw, phoneNumber: textOf((raw as { phoneNumber?: unknown }).phoneNumber) })
  const directory = employee.directory.filter(name => typeof name === "string")
  return { ...employee, directory, role: allRoles.name(employee.role) ?? textOf(employee.role) }
}

const pickDraft = field.draftWith(fields)

/** Returns the draft that edits an employee. */
export const draftOf = (employee: Employee): EmployeeDraft => pickDraft({ ...employee, tenantId: employee.tenantId ?? "" })

/**
 * Returns the body of a create or update call. Empty members are null on the wire; the company is left out where the draft names
 * none, and is that of the caller.
 */
export const bodyOf = ({ tenantId, ...draft }: EmployeeDraft) => ({
  ...draft,
  logo: draft.logo || null,
  departmentId: draft.departmentId || null,
  hiredAt: draft.hiredAt || null,
  ...(tenantId && { tenantId }),
})

/** What a batch names of its upload: an id, the file, its rows, and those that are not sent (docs/contract.md#bulk-create). */
export type BulkUpload = { id: string; file: string; rows: number; unchanged: number; skipped: number }

/** Most rows of one bulk create (docs/contract.md#bulk-create). */
export const maxBulkRows = 100

/**
 * The outcome of one row of a bulk create: an id when it is stored, else what is wrong with it. `taken`: somebody in the caller's
 * reach has the address; of a check, `person` is who that is.
 */
export type BulkOutcome<P = Employee> = {
  index: number
  id?: string | undefined
  errors?: RowError[] | undefined
  taken?: boolean | undefined
  person?: P | undefined
}

/** A person whom the undo of an upload leaves as they are; `reason` in the caller's language. */
export type KeptPerson = { name: string; reason: string }

/** Reads the outcomes of a bulk create from the wire; an entry without an index has that of its position. */
export const bulkOutcomesOf = (value: unknown): BulkOutcome[] =>
  entriesOf(value, ({ index, id, errors, taken, person }, position) => ({
    index: typeof index === "number" ? index : position,
    ...(typeof id === "string" && { id }),
    ...(Array.isArray(errors) && { errors: rowErrorsOf(errors) }),
    ...(taken === true && { taken }),
    ...(isRecord(person) && { person: employeeOf(person) }),
  }))
