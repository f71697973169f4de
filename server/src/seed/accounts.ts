import { sql } from "drizzle-orm"
import type { Database } from "../db/open"
import { users } from "../db/schema"

/** The demonstration's accounts (docs/operations.md#modes). */
export const demoAccounts = [
  { email: "yonetici@platform.example", who: "platform administrator" },
  { email: "elif.yilmaz@yesilova.example", who: "company administrator, Yeşilova Grup" },
  { email: "mert.aydin@sarikum.example", who: "company administrator, Sarıkum Lojistik" },
  { email: "kullanici@yesilova.example", who: "ordinary user: refused" },
] as const

export const seedAccounts = async (db: Database, [yesilova, sarikum]: { id: string }[]) => {
  const staff = { signedInAt: sql`now()` }
  await db.insert(users).values([
    { email: demoAccounts[0].email, firstName: "Platform", lastName: "Yöneticisi", role: "Administrator", ...staff },
    {
      email: demoAccounts[1].email,
      firstName: "Elif",
      lastName: "Yılmaz",
      role: "TenantAdmin",
      tenantId: yesilova?.id,
      ...staff,
    },
    { email: demoAccounts[2].email, firstName: "Mert", lastName: "Aydın", role: "TenantAdmin", tenantId: sarikum?.id, ...staff },
    { email: demoAccounts[3].email, firstName: "Deniz", lastName: "Acar", role: "User", tenantId: yesilova?.id },
  ])
}
