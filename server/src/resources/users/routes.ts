import { eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { may, platform } from "../../auth/policy"
import type { Database } from "../../db/open"
import { users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { requireMail } from "../../http/require-mail"
import { user } from "../../kinds/user"
import { endAccess, refuseRestricted } from "../../kinds/user-access"
import { read, readOwn } from "../../records/find"
import { create as createRecord, remove as removeRecord, update as updateRecord } from "../../records/write"
import { change, json, literalTrue, route } from "../../routes/route"
import { text } from "../../routes/schemas"
import { picture, storePicture } from "../media/routes"
import { queueInvitation, sendInvitations } from "../messages/invitations"
import { getRoute } from "../record-routes"
import { deleteUnclaimedAccount, withAddress } from "./addresses"
import { createMany } from "./bulk"
import { changedColumns } from "./change"
import { eraseUser } from "./erase"
import { personExample, userBody, userChange, userColumns } from "./input"
import { listUsers, userPage, userQuery } from "./list"
import { getPermissions, updatePermissions } from "./permissions"

const reads = may("read", ["employees", "users"])
const writes = may("write", "employees")
const answer: z.ZodType<object> = user.value

const list = route.get("/user/list", reads, {
  summary: "List of employees",
  query: userQuery,
  answer: userPage,
  handler: async ({ c }) => ({ value: await listUsers(c) }),
})

const get = { ...getRoute(user), guard: reads }

/** Invites a new person who is an administrator. */
const inviteAdministrator = async (c: Context<Env>, tx: Database, id: string) => {
  const [person] = await tx.select().from(users).where(eq(users.id, id))
  if (person?.role === "TenantAdmin") await queueInvitation(c, tx, person)
}

const create = route.post("/user/create", writes, {
  summary: "Create one employee",
  body: json(userBody),
  required: ["firstName", "lastName", "email", "phoneNumber"],
  example: personExample,
  answer,
  handler: async ({ c, body }) => {
    const given = await body()
    const columnsIn = async (tx: Database) => {
      const columns = await userColumns(tx, c.get("actor"), given)
      await deleteUnclaimedAccount(c, tx, columns.email)
      return { ...columns, language: c.get("language") }
    }
    const write = () => createRecord(c, user, given, columnsIn, (tx, id) => inviteAdministrator(c, tx, id))
    const created = await withAddress(c, given.email, write)
    await sendInvitations(c)
    return created
  },
})

const update = route.put("/api/users/update/:id", writes, {
  summary: "Change one employee",
  body: change(userChange),
  example: { firstName: "Ece Nur" },
  answer,
  handler: async ({ c, params, body }) => {
    const id = requireId(params.id)
    const given = await body()
    const { row: stored } = await read(c, user, id)
    const { email = stored.email } = given
    const write = () =>
      updateRecord(c, user, id, async (row, tx) => {
        const columns = await changedColumns(c, tx, given, row)
        if (columns.email !== row.email) await deleteUnclaimedAccount(c, tx, columns.email)
        if (columns.role === "TenantAdmin" && row.role === "User")
          await queueInvitation(c, tx, { id, tenantId: columns.tenantId })
        return columns
      })
    const updated = await withAddress(c, email, write, { isNew: email !== stored.email })
    await sendInvitations(c)
    return updated
  },
})

const remove = route.delete("/api/users/delete/:id", writes, {
  summary: "Delete one employee",
  answer: literalTrue,
  handler: ({ c, params }) =>
    removeRecord(c, user, requireId(params.id), async (tx, row) => {
      refuseRestricted(c.get("actor"), row)
      await endAccess(c, tx, row)
    }),
})

const erase = route.delete("/api/users/hard-delete/:id", platform, {
  summary: "Remove a person with all personal data",
  answer: literalTrue,
  handler: async ({ c, deps, params }) => {
    const id = requireId(params.id)
    await deps.db.transaction(tx => eraseUser(c, tx, id))
  },
})

const upload = route.post("/user/media", writes, {
  summary: "Upload a picture; the value is its address",
  body: picture,
  answer: text,
  handler: async ({ c, body }) => ({ value: (await storePicture(c, await body())).url }),
})

/** For an administrator who was invited and has not signed in. @throws Refusal 404 for anybody else, 503 without a mail server */
const invite = route.post("/user/:id/invitation", writes, {
  summary: "Send the invitation of an administrator again",
  body: json(z.object({})),
  answer: literalTrue,
  handler: async ({ c, deps: { db }, params }) => {
    const { row } = await readOwn(c, user, requireId(params.id))
    refuseRestricted(c.get("actor"), row)
    if (row.role === "User" || row.signedInAt) refuse({ kind: "missing" })
    await requireMail(c, "message.notSent")
    await db.transaction(tx => queueInvitation(c, tx, row))
    await sendInvitations(c)
  },
})

/** Calls on employees, and on the same people under /api/users (docs/contract.md#employee-calls). */
export const employees = [
  list,
  create,
  createMany,
  upload,
  { ...list, path: "/api/users" },
  { ...create, path: "/api/users/create", example: { ...personExample, email: "ece.koc2@yesilova.example" } },
  update,
  remove,
  erase,
  invite,
  getPermissions,
  updatePermissions,
  { ...get, path: "/api/users/:id" },
  get,
]
