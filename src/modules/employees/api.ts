import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { type BulkUpload, bodyOf, bulkOutcomesOf, draftOf, type EmployeeDraft, employeeOf } from "../../contract/employees"
import { type CreateOptions, patchWith, type UpdateOptions } from "../../core/http/calls"
import { rethrowReadMessage, rethrowWithMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { list, objectValue, one } from "../../core/http/pages"
import { read } from "../../core/http/query"
import type { UploadOptions } from "../../core/http/upload"
import { can } from "../../state/features"
import { write } from "../../state/instances"
import { session, signedInUser } from "../../state/session"
import { departmentOptions } from "../departments/api"
import { crudCalls } from "../records/api"
import { employees } from "./resource"

/** Calls of employees (docs/contract.md#employee-calls). Updates and deletions are extensions. */

const { tag } = employees

const calls = crudCalls("employees", {
  recordOf: employeeOf,
  draftOf,
  bodyOf,
  names: [{ id: "departmentId", name: "departmentName", options: departmentOptions }],
  removePath: "/api/users/delete",
})

export const { list: listEmployees } = calls

/**
 * The people of the list of users: all in reach for the platform, for a company its administrators. Where there are no extensions, nor the
 * filter by role, all.
 */
export const listUsers = read(`${tag}.users`, (query: Query, signal) => {
  const isCompany = signedInUser(session.current)?.role === "TenantAdmin"
  const asked = isCompany && can("employees.byRole") ? { ...query, role: "tenantAdmin" } : query
  return calls.getPage(asked, signal)
})

export const getEmployee = read(`${tag}.one`, (id: string, signal) =>
  http
    .get(`/user/${encodeURIComponent(id)}`, { signal })
    .then(one(employeeOf))
    .then(calls.received)
    .catch(rethrowReadMessage("employee.missing", "employee.readFailed")),
)

/** Creates an employee from a body as the call takes it. */
export const postEmployee = write(tag, (body: object, options: CreateOptions) =>
  http.post("/user/create", calls.createBody(body), options),
)

/** Whether the server knows title, start date and score of an employee, which are extensions (docs/contract.md#employee-record). */
export const takesEmployment = ({ jobTitle, hiredAt, score }: Pick<EmployeeDraft, "jobTitle" | "hiredAt" | "score">) =>
  can("records.members") || jobTitle !== "" || hiredAt !== "" || score !== null

export const addEmployee = (draft: EmployeeDraft, options: CreateOptions) => postEmployee(bodyOf(draft), options)

/** Creates employees in one call, each with an outcome of its own, as a part of an upload (docs/contract.md#bulk-create). */
export const addEmployees = write(tag, async (users: object[], idempotencyKey: string, upload: BulkUpload) => {
  const { value, undoToken } = await http.post("/user/bulk", { users, upload }, { idempotencyKey })
  return { outcomes: bulkOutcomesOf(value), undoToken }
})

/** Checks rows of `addEmployees` without storing any. */
export const checkEmployees = async (users: object[], signal: AbortSignal) =>
  bulkOutcomesOf((await http.post("/user/bulk", { users, check: true }, { signal })).value)

/** Changes and deletions are extensions. */
const changeFailed = (id: string) => ifMissing("employees.change", () => getEmployee(id), "employee.notOffered")

export const updateEmployee = write(tag, (id: string, draft: EmployeeDraft, options: UpdateOptions) =>
  http
    .put(`/api/users/update/${encodeURIComponent(id)}`, calls.updateBodyOf(draft, options.received), options)
    .catch(changeFailed(id)),
)

export const patchEmployee = patchWith(getEmployee, draftOf, updateEmployee)

export const removeEmployee = (id: string) => calls.remove(id).catch(changeFailed(id))

/** Deletes an employee with all personal data for good; only for platform administrators. */
export const eraseEmployee = write(tag, (id: string) =>
  http.delete(`/api/users/hard-delete/${encodeURIComponent(id)}`).catch(changeFailed(id)),
)

export const uploadEmployeePicture = (file: File, orderNo: number, options: UploadOptions) =>
  calls.upload(file, orderNo, options).catch(rethrowWithMessage("employee.uploadFailed"))

/** Permissions of a company's administrator, with the version of the person. */
export type PersonPermissions = { list: readonly string[]; version?: string | undefined }

export const permissionTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : []

const permissionsFailed = (id: string) => ifMissing("employees.permissions", () => getEmployee(id))

/** An extension. A value that is no list fails: it must not be taken for a person without restrictions. */
export const getPermissions = read(`${tag}.permissions`, async (id: string, signal): Promise<PersonPermissions> => {
  const answer = await http.get(`/user/${encodeURIComponent(id)}/permissions`, { signal }).catch(permissionsFailed(id))
  return { list: permissionTexts(list("permissions")(answer)), version: answer.etag }
})

/** Replaces the permissions; raises the version of the person. */
export const updatePermissions = write(tag, (id: string, permissions: readonly string[], options: UpdateOptions) =>
  http.put(`/user/${encodeURIComponent(id)}/permissions`, permissions, options).catch(permissionsFailed(id)),
)

/** Sends the invitation of an administrator who has not signed in once more. */
export const inviteAgain = (id: string) =>
  http.post(`/user/${encodeURIComponent(id)}/invitation`, {}).catch(ifMissing("employees.invite", () => getEmployee(id)))

const passkeysPath = (id: string) => `/user/${encodeURIComponent(id)}/passkeys`
/** How many passkeys an administrator has (docs/contract.md#passkeys). */
export const countPasskeys = read(`${tag}.passkeys`, (id: string, signal) =>
  http.get(passkeysPath(id), { signal }).then(objectValue<{ count: number }>()).catch(ifMissing("passkeys")),
)
/** Removes them, and ends the sessions. */
export const resetPasskeys = write([tag, "audit"], (id: string) =>
  http.delete(passkeysPath(id)).then(objectValue<{ count: number }>()).catch(ifMissing("passkeys")),
)
