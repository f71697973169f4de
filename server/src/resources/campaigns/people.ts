import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import { codeLetters } from "../../../../src/contract/gift-codes"
import { owned, reachOf } from "../../auth/policy"
import { campaignCodes, campaignPeople } from "../../db/campaign-tables"
import type { Database } from "../../db/open"
import { idRows, textRows } from "../../db/rows"
import { tenants, users } from "../../db/schema"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import { isOfferedCompany } from "../../kinds/references"
import { withoutHyphens } from "../codes"
import type { CampaignRow, Person } from "./refusals"

/** The people whose uses of a campaign rows are, by id, by e-mail address and by code. */

/** What names a person in a row. */
type Naming = { employeeId: string; email: string; code: string }

/** The member that names the person of a row. */
export const fieldOf = ({ employeeId, email, code }: Naming) =>
  employeeId ? "employeeId" : email ? "email" : code ? "code" : "employeeId"

const codeKey = (code: string) => `code ${codeLetters(code)}`

/** @returns the person of a row; undefined for one that is unknown or out of reach */
export const readPeople = async (tx: Database, actor: Actor, campaign: CampaignRow, rows: readonly Naming[]) => {
  const offeredTo = tx.select({ id: tenants.id }).from(tenants).where(isOfferedCompany(campaign))
  const state = {
    active: sql<boolean>`${users.status} = 1`,
    offered: sql<boolean>`(${inArray(users.tenantId, offeredTo)}) is true`,
    uses: sql<number>`coalesce(${campaignPeople.uses}, 0)`,
  }
  const hasUses = (personId: SQL | typeof users.id) =>
    and(eq(campaignPeople.campaignId, campaign.id), eq(campaignPeople.personId, personId))
  const named = (member: keyof Naming) => rows.flatMap(row => (fieldOf(row) === member && row[member] ? [row[member]] : []))
  const isEmployee = and(isNull(users.deletedAt), ne(users.role, "Administrator"), owned(users.tenantId, reachOf(actor)))
  const readNamed = (isNamed: SQL) =>
    tx
      .select({ id: users.id, email: users.email, tenantId: users.tenantId, ...state })
      .from(users)
      .leftJoin(campaignPeople, hasUses(users.id))
      .where(and(isEmployee, isNamed))
  const readCodes = (codes: readonly string[]) =>
    tx
      .select({
        id: campaignCodes.personId,
        code: campaignCodes.code,
        isPersonal: campaignCodes.isPersonal,
        tenantId: users.tenantId,
        ...state,
      })
      .from(campaignCodes)
      .leftJoin(users, and(eq(users.id, campaignCodes.personId), isEmployee))
      .leftJoin(campaignPeople, hasUses(sql`${campaignCodes.personId}`))
      .where(
        and(
          eq(campaignCodes.campaignId, campaign.id),
          sql`${withoutHyphens(campaignCodes.code)} = any(array${textRows(codes.map(codeLetters))})`,
          or(sql`not ${campaignCodes.isPersonal}`, sql`${users.id} is not null`),
        ),
      )
  const [ids, addresses, codes] = [named("employeeId").filter(isUuid), named("email"), named("code")]
  // Separate statements: an index serves each.
  const found = [
    ...(ids.length ? await readNamed(sql`${users.id} = any(array${idRows(ids)})`) : []),
    ...(addresses.length ? await readNamed(sql`${users.email} = any(array${textRows(addresses)})`) : []),
  ]
  const byCode = codes.length ? await readCodes(codes) : []
  const general = { active: true, offered: true, tenantId: campaign.tenantId }
  const holders = byCode.map(({ code, isPersonal, ...person }) => ({
    ...person,
    ...(isPersonal ? {} : general),
    key: codeKey(code),
  }))
  /** Who is named in several ways is one. */
  const people = new Map<string, Person>([...found, ...holders].map(person => [person.id, person]))
  const idOf = new Map([
    ...found.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]),
    ...holders.map(({ id, key }) => [key, id] as const),
  ])
  return (row: Naming): Person | undefined => {
    const field = fieldOf(row)
    return people.get(idOf.get(field === "code" ? codeKey(row.code) : row[field]) ?? "")
  }
}
