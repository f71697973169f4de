import { type Code, codes } from "../core/codes"
import { isDay, isInstant } from "../core/dates"
import { email, maxLength, phone, type Rule, type Rules, required } from "../core/rules"
import type { StoredMembers } from "./record"

/** Employees, users on the wire: record, codes and rules (docs/contract.md#employees). */

export const statuses = codes("inactive", "active")

/** Roles that the form assigns; platform administrators are listed, but not assigned here. */
export const roles = codes("user", "tenantAdmin")
export type AssignableRole = (typeof roles.names)[number]
export type EmployeeRole = AssignableRole | "administrator"

/** The writable members. */
export type EmployeeDraft = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  logo: string
  role: EmployeeRole
  status: Code
  departmentId: string
  /** `YYYY-MM-DD`, or "". */
  hiredAt: string
  score: number | null
  /** The company; "" for that of the person who creates the employee. */
  tenantId: string
}

/** An employee as the API returns it. */
export type Employee = EmployeeDraft & Omit<StoredMembers, "tenantId"> & { tenantName: string; departmentName: string }

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
  email: [required("auth.emailRequired"), email("auth.emailInvalid")],
  phoneNumber: [required("employee.phoneRequired"), phone("rule.phone")],
  hiredAt: day,
  score: wholeScore,
}
