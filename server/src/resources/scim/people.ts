import { and, asc, count, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { rules as departmentRules } from "../../../../src/contract/departments"
import { activeStatuses } from "../../../../src/core/codes"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { users as table, type UserRow } from "../../db/schema"
import { refuse, refuseInvalid } from "../../errors/problem"
import { clean, cleanUpTo, readAddress } from "../../http/body"
import type { Env } from "../../http/context"
import { isUuid } from "../../http/request"
import { user } from "../../kinds/user"
import { changesAccess, endSessions } from "../../kinds/user-access"
import { addDepartment, findNamed, lookups } from "../../records/lookups"
import { change, createIn } from "../../records/write"
import { endInvitations } from "../surveys/mails"
import { deleteUnclaimedAccount, withAddress } from "../users/addresses"
import { checkUser, companiesWithDepartments, type UserChange, userChange } from "../users/input"
import type { Given, Wanted } from "./given"

/** People as the company's directory reads and writes them (docs/contract.md#scim). */

export type Person = { row: UserRow; departmentName: string | null }

const tenantOf = (c: Context<Env>) => c.get("actor").tenantId ?? ""

/** The company's own people without those who have left and whom the directory does not keep: these are gone for it. */
const isKept = (c: Context<Env>) =>
  and(
    eq(table.tenantId, tenantOf(c)),
    isNull(table.deletedAt),
    or(eq(table.status, 1), sql`cardinality(${table.directoryMembers}) > 0`),
  )

const conditions: Record<Wanted[number]["attribute"], (value: string) => SQL> = {
  id: value => (isUuid(value) ? eq(table.id, value) : sql`false`),
  username: value => eq(table.email, readAddress(value)),
  externalid: value => eq(table.externalId, value),
}

/** A page of people, in the order in which they were entered. @param count 0 counts alone */
export const listPeople = async (c: Context<Env>, wanted: Wanted, page: { offset: number; count: number }) => {
  const { db } = c.get("deps")
  const where = and(isKept(c), ...wanted.map(({ attribute, value }) => conditions[attribute](value)))
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  const { count: limit, offset } = page
  const rows = limit
    ? await user.select(db).where(where).orderBy(asc(table.createdAt), asc(table.id)).limit(limit).offset(offset)
    : []
  return { rows: rows as Person[], total: counted?.total ?? 0 }
}

/** @throws Refusal 404 */
export const readPerson = async (c: Context<Env>, id: string): Promise<Person> => {
  const [found] = isUuid(id) ? await user.select(c.get("deps").db).where(and(eq(table.id, id), isKept(c))) : []
  return found ?? refuse({ kind: "missing" })
}

/** Members that the directory writes in any case; those that it may write. */
const always = ["firstName", "lastName", "email", "status", "tenantId"] as const
const optional = { phoneNumber: "phoneNumber", department: "departmentId", title: "jobTitle" } as const

/** @param isWhole whether the call gives the whole person */
const membersOf = (given: Given, row: UserRow | undefined, isWhole: boolean) => {
  const kept = (isWhole ? undefined : row?.directoryMembers) ?? []
  const named = Object.entries(optional).flatMap(([name, column]) =>
    given[name as keyof typeof optional] !== undefined || kept.includes(column) ? [column] : [],
  )
  return [...always, ...named]
}

/** A department by its name, of the company, the platform or the parent; the company gets one where there is none. */
const departmentIdOf = async (c: Context<Env>, tx: Database, given: string): Promise<string> => {
  const name = cleanUpTo(100, given)
  if (!name) return ""
  const { name: error } = validate(departmentRules, { name })
  refuseInvalid({ department: error })
  const tenantId = tenantOf(c)
  const find = async () => {
    for (const owner of await companiesWithDepartments(tx, tenantId)) {
      const found = await findNamed(tx, lookups.department, name, owner)
      const one = found.find(({ retiredAt }) => !retiredAt)
      if (one) return one.id
    }
    return undefined
  }
  const id = (await find()) ?? (await addDepartment(c, tx, name, tenantId))?.id
  return id ?? (await find()) ?? refuse({ kind: "unavailable", key: "error.generic", cause: "database" })
}

/** The members of a body of `/user/create` that are given, as that call reads them. */
const changeOf = ({ email, firstName, lastName, phoneNumber, title, active }: Given): UserChange => {
  const status = active === undefined ? undefined : activeStatuses.value(active ? "active" : "inactive")
  const named = Object.entries({ email, firstName, lastName, phoneNumber, jobTitle: title, status }).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(named.map(([name]) => [name, userChange.parse(Object.fromEntries(named))[name as keyof UserChange]]))
}

/** A mobile phone's number counts where there is no other one. */
const withMobile = ({ mobile, ...given }: Given, row?: UserRow): Given =>
  mobile !== undefined && given.phoneNumber === undefined && !row?.phoneNumber ? { ...given, phoneNumber: mobile } : given

const maxExternalId = 255

/** The company is the token's, and the department was found, or made, for it. */
const ownReferences = { isCompany: async () => true, isDepartment: async () => true }

/** @throws Refusal 400, also of a company's call that a single change would refuse; a phone number may be missing */
const columnsOf = async (c: Context<Env>, tx: Database, given: Given, row: UserRow | undefined, isWhole: boolean) => {
  const { department, externalId = row?.externalId ?? "" } = given
  const departmentId = department === undefined ? undefined : await departmentIdOf(c, tx, department)
  const draft = { ...changeOf(given), ...(departmentId !== undefined && { departmentId }) }
  const { columns, messages } = await checkUser(ownReferences, c.get("actor"), draft, row)
  const phoneNumber = columns.phoneNumber ? messages.phoneNumber : undefined
  refuseInvalid({ ...messages, phoneNumber, externalId: externalId.length > maxExternalId ? "rule.shape" : undefined })
  return { ...columns, externalId: clean(externalId) || null, directoryMembers: membersOf(given, row, isWhole) }
}

/** @throws Refusal 409 when another person of the company has the id */
const refuseTakenId = async (c: Context<Env>, { externalId }: Given, id?: string) => {
  if (!externalId) return
  const isOther = and(eq(table.tenantId, tenantOf(c)), isNull(table.deletedAt), eq(table.externalId, clean(externalId)))
  const others = await c.get("deps").db.$count(table, and(isOther, id ? ne(table.id, id) : undefined))
  if (others) refuse({ kind: "conflict", key: "api.scimExternalId" })
}

/** Whether a call changes nothing: programs repeat what they have sent. */
const isSame = ({ row, departmentName }: Person, given: Given, isWhole: boolean) => {
  const stored: Record<string, unknown> = { ...row, externalId: row.externalId ?? "" }
  const { department = departmentName ?? "", externalId = stored.externalId } = given
  const members = membersOf(given, row, isWhole)
  return (
    Object.entries(changeOf(given)).every(([name, value]) => stored[name] === value) &&
    externalId === stored.externalId &&
    department === (departmentName ?? "") &&
    String(members) === String(row.directoryMembers)
  )
}

type Values = Awaited<ReturnType<typeof columnsOf>>

/** What ends with the employment: sessions, and mailed surveys; draws count active people when they are locked. */
const afterChange = async (c: Context<Env>, tx: Database, row: UserRow, columns: Pick<UserRow, "status">) => {
  if (changesAccess(row, { ...row, ...columns })) await endSessions(c, tx, row.id)
  if (row.status === 1 && columns.status !== 1) await endInvitations(c, tx, row)
}

const refuseAdministrator = ({ role }: UserRow) => {
  if (role !== "User") refuse({ kind: "denied", key: "api.scimAdministrator" })
}

/** Changes a person of whom the directory gives all, or a part. @throws Refusal 400, 403 for an administrator, 409, 412 */
export const writePerson = async (c: Context<Env>, found: Person, of: Given, isWhole: boolean) => {
  const { row } = found
  const cleared = isWhole
    ? Object.entries(optional).flatMap(([name, column]) => (row.directoryMembers.includes(column) ? [[name, ""]] : []))
    : []
  const given = withMobile({ ...Object.fromEntries(cleared), ...of }, row)
  if (!c.req.header("If-Match") && isSame(found, given, isWhole)) return
  refuseAdministrator(row)
  await refuseTakenId(c, given, row.id)
  const email = given.email === undefined ? row.email : readAddress(given.email)
  const write = () =>
    change(c, user, row.id, async (current, tx): Promise<Values> => {
      refuseAdministrator(current)
      const columns = await columnsOf(c, tx, given, current, isWhole)
      if (columns.email !== current.email) await deleteUnclaimedAccount(c, tx, columns.email)
      await afterChange(c, tx, current, columns)
      return columns
    })
  await withAddress(c, email, write, { isNew: email !== row.email })
}

/** @returns the id. @throws Refusal 400, 409 when somebody has the address */
export const createPerson = async (c: Context<Env>, of: Given): Promise<string> => {
  const { db } = c.get("deps")
  const given = withMobile(of)
  const email = readAddress(given.email)
  await refuseTakenId(c, given)
  const isHolder = and(eq(table.email, email), eq(table.tenantId, tenantOf(c)), isNull(table.deletedAt))
  const [row] = await db.select().from(table).where(isHolder)
  // Who left and comes back is the same person.
  if (row && row.role === "User" && row.status !== 1 && !row.directoryMembers.length) {
    await writePerson(c, { row, departmentName: null }, { active: true, ...given }, true)
    return row.id
  }
  const columns = async (tx: Database) => {
    const values = await columnsOf(c, tx, given, undefined, true)
    await deleteUnclaimedAccount(c, tx, values.email)
    return { ...values, language: c.get("language") }
  }
  // A call that is repeated finds that the person is there.
  const { id } = await withAddress(c, email, () => createIn(c, c.get("deps").db, user, columns))
  return id
}

/** Ends the employment; for the directory the person is gone. */
export const endPerson = async (c: Context<Env>, { row }: Person) => {
  refuseAdministrator(row)
  await change(c, user, row.id, async (current, tx) => {
    refuseAdministrator(current)
    const ended = { status: activeStatuses.value("inactive"), externalId: null, directoryMembers: [] }
    await afterChange(c, tx, current, ended)
    return ended
  })
}
