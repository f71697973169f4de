import { users } from "../server/src/db/schema"
import { accounts, type TestApi } from "./api"

const firstNames = ["Ada", "Bora", "Cem", "Defne", "Ece", "Fikret"]
const lastNames = ["Akın", "Balcı", "Coşkun", "Demir", "Erdem"]

/**
 * A department of a company with few people, of whom no name holds another one: the demonstration's have hundreds, all of whom a draw
 * or an invitation would take. @param more members of each person @returns its id
 */
export const addDepartment = async (api: TestApi, name: string, count: number, more: Partial<typeof users.$inferInsert> = {}) => {
  const token = await api.signIn(accounts.elif)
  const { id } = (await api.call("POST", "/department/create", { token, body: { name } })).value
  const tenantId = (await api.call("GET", "/tenant/getcurrenttenantid", { token })).value
  const people = Array.from({ length: count }, (_, at) => ({
    firstName: firstNames[at % firstNames.length] ?? "",
    lastName: lastNames[Math.floor(at / firstNames.length) % lastNames.length] ?? "",
    email: `${at}.${id}@bolum.example`,
    role: "User" as const,
    tenantId,
    departmentId: id,
    // No newcomers, whose answers to surveys are held.
    createdAt: new Date("2015-01-01T00:00:00Z"),
    ...more,
  }))
  await api.db.insert(users).values(people)
  return id as string
}
