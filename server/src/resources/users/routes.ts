import { type Context, Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may, platform } from "../../auth/policy"
import type { Env } from "../../http/context"
import { ok, okWritten } from "../../http/envelope"
import { idParam, readChange, readValid } from "../../http/request"
import { user } from "../../kinds/user"
import { endAccess, refuseRestricted } from "../../kinds/user-access"
import { read, readVersioned } from "../../records/find"
import { create, remove, update } from "../../records/write"
import { readUpload } from "../media/routes"
import { deleteUnclaimedAccount, withAddress } from "./addresses"
import { createMany } from "./bulk"
import { changedColumns } from "./change"
import { eraseUser } from "./erase"
import { userBody, userChange, userColumns } from "./input"
import { listUsers } from "./list"
import { getPermissions, updatePermissions } from "./permissions"

/** Calls on employees, and on the same people under /api/users (docs/contract.md#employee-calls). */
export const users = new Hono<Env>()

const reads = may("read", ["employees", "users"])
const writes = may("write", "employees")

const createUser = async (c: Context<Env>) => {
  const given = await readValid(c, userBody)
  const write = () =>
    create(c, user, given, async tx => {
      const columns = await userColumns(tx, c.get("actor"), given)
      await deleteUnclaimedAccount(c, tx, columns.email)
      return { ...columns, language: c.get("language") }
    })
  return okWritten(c, await withAddress(c, given.email, write))
}

const updateUser = async (c: Context<Env>) => {
  const id = idParam(c)
  const change = await readChange(c, userChange)
  const { row: stored } = await read(c, user, id)
  const { email = stored.email } = change
  const write = () =>
    update(c, user, id, async (row, tx) => {
      const columns = await changedColumns(c, tx, change, row)
      if (columns.email !== row.email) await deleteUnclaimedAccount(c, tx, columns.email)
      return columns
    })
  return okWritten(c, await withAddress(c, email, write, { isNew: email !== stored.email }))
}

users.get("/user/list", bearer, reads, listUsers)
users.post("/user/create", bearer, writes, createUser)
users.post("/user/bulk", bearer, writes, createMany)
/** The envelope's value is the picture's address (docs/contract.md#uploads). */
users.post("/user/media", bearer, writes, async c => ok(c, (await readUpload(c)).url))

users.get("/api/users", bearer, reads, listUsers)
users.post("/api/users/create", bearer, writes, createUser)
users.put("/api/users/update/:id", bearer, writes, updateUser)
users.delete("/api/users/delete/:id", bearer, writes, async c => {
  const removed = await remove(c, user, idParam(c), async (tx, row) => {
    refuseRestricted(c.get("actor"), row)
    await endAccess(c, tx, row)
  })
  return okWritten(c, removed)
})

users.delete("/api/users/hard-delete/:id", bearer, platform, async c => {
  const id = idParam(c)
  await c.get("deps").db.transaction(tx => eraseUser(c, tx, id))
  return ok(c, true)
})

users.get("/user/:id/permissions", bearer, may("read", ["employees", "users"], { forPeople: true }), getPermissions)
users.put("/user/:id/permissions", bearer, may("write", "employees", { forPeople: true }), updatePermissions)

const get = async (c: Context<Env>) => okWritten(c, await readVersioned(c, user, idParam(c)))
users.get("/api/users/:id", bearer, reads, get)
users.get("/user/:id", bearer, reads, get)
