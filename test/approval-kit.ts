import { randomUUID } from "node:crypto"
import { type Database, rowsOf } from "../server/src/db/open"
import { users } from "../server/src/db/schema"

type Api = { db: Database }

/** Sets what needs approval as an operator of the database would: a call that takes anything away waits for a second person. */
export const setNeeds = async ({ db }: Api, owner: string, modules: readonly string[], waitDays = 0) => {
  await rowsOf(db, `delete from approval_setting_changes where owner = '${owner}'`)
  await rowsOf(
    db,
    `insert into approval_settings (owner, modules, wait_days) values ('${owner}', '{${modules}}', ${waitDays})
      on conflict (owner) do update set modules = excluded.modules, wait_days = excluded.wait_days`,
  )
}

export const newAddress = () => `${randomUUID()}@yesilova.example`

/** Adds an administrator of a company as an operator of the database would: nobody made them one. */
export const addAdministrator = async ({ db }: Api, tenantId: string, given: object = {}) => {
  const values = { email: newAddress(), firstName: "Deniz", lastName: "Ak", role: "TenantAdmin" as const, tenantId, ...given }
  const [row] = await db.insert(users).values(values).returning()
  if (!row) throw new Error("The person was not stored.")
  return { id: row.id, email: row.email }
}

/** What adds an administrator by a call. */
export const administratorBody = (email: string, departmentId: string) => ({
  email,
  firstName: "Yeni",
  lastName: "Kişi",
  phoneNumber: "0532 555 10 10",
  departmentId,
  hiredAt: "2024-05-06",
  score: 0,
  role: "tenantAdmin",
  status: 1,
})
