import { type Code, codes } from "../core/codes"
import { isDay, isInstant } from "../core/dates"
import { isRecord } from "../core/is-record"
import { type RowError, rowErrorsOf } from "../core/row-errors"
import { email, maxLength, phone, type Rule, type Rules, required } from "../core/rules"
import { type OwnedMembers, ownedDefaults, pick, withDefaults } from "./record"

/** Employees, users on the wire: record, codes and rules (docs/contract.md#employees). */

export const statuses = codes("inactive", "active")

/** Roles that the form assigns, texts on the wire. */
export const roles = codes("user", "tenantAdmin")
/** Roles of all people that are listed; that of platform administrators is not assigned here. */
export const allRoles = codes(...roles.names, "administrator")
export type EmployeeRole = (typeof allRoles.names)[number]

/** The writable members. */
export type EmployeeDraft = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  logo: string
  /** An {@link EmployeeRole}; an unknown one as the server sent it, "" if it sent none. */
  role: string
  status: Code
  departmentId: string
  /** `YYYY-MM-DD`, or "". */
  hiredAt: string
  score: number | null
  /** The company; "" for that of the person who creates the employee. */
  tenantId: string
}

/** An employee as the API returns it. `tenantId` is null for a person without a company, such as a platform administrator. */
export type Employee = Omit<EmployeeDraft, "tenantId"> & OwnedMembers & { departmentName: string }

/** A new employee. The order of the members is that of the form, and of its error summary. */
export const blank: EmployeeDraft = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  logo: "",
  role: "user",
  status: statuses.value("active"),
  departmentId: "",
  hiredAt: "",
  score: null,
  tenantId: "",
}

/** Returns the full name. */
export const nameOf = ({ firstName, lastName }: Pick<EmployeeDraft, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim()

const day: Rule<EmployeeDraft> = ({ hiredAt }) => (hiredAt && !(isDay(hiredAt) && isInstant(hiredAt)) ? "rule.day" : undefined)

const wholeScore: Rule<EmployeeDraft> = ({ score }) =>
  score === null || (Number.isInteger(score) && score >= 0 && score <= 1_000_000_000) ? undefined : "employee.scoreWhole"

export const rules: Rules<EmployeeDraft> = {
  firstName: [required("employee.firstNameRequired"), maxLength(100)],
  lastName: [required("employee.lastNameRequired"), maxLength(100)],
  email: [required("employee.emailRequired"), email("auth.emailInvalid")],
  phoneNumber: [required("employee.phoneRequired"), phone("rule.phone")],
  hiredAt: day,
  score: wholeScore,
}

const { tenantId: _, ...defaults } = blank

const readRecord = withDefaults<Employee>({ ...defaults, ...ownedDefaults, role: "", departmentName: "" }, { status: statuses })

/** Reads an employee from the wire. A role may be a name in any case, or a number; a phone number may be a number. */
export const employeeOf = (raw: object): Employee => {
  const employee = readRecord(raw)
  return { ...employee, phoneNumber: String(employee.phoneNumber), role: allRoles.name(employee.role) ?? String(employee.role) }
}

/** Returns the draft that edits an employee. */
export const draftOf = (employee: Employee): EmployeeDraft =>
  pick<EmployeeDraft>(blank, { ...employee, tenantId: employee.tenantId ?? "" })

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

/** Most rows of one bulk create (docs/contract.md#bulk-create). */
export const maxBulkRows = 100

/**
 * The outcome of one row of a bulk create: an id when it is stored, else what is wrong with it. `taken`: somebody in the caller's
 * reach has the address.
 */
export type BulkOutcome = {
  index: number
  id?: string | undefined
  errors?: RowError[] | undefined
  taken?: boolean | undefined
}

/** Reads the outcomes of a bulk create from the wire; an entry without an index has that of its position. */
export const bulkOutcomesOf = (value: unknown): BulkOutcome[] =>
  (Array.isArray(value) ? value : []).filter(isRecord).map(({ index, id, errors, taken }, position) => ({
    index: typeof index === "number" ? index : position,
    ...(typeof id === "string" && { id }),
    ...(Array.isArray(errors) && { errors: rowErrorsOf(errors) }),
    ...(taken === true && { taken }),
  }))
