import { type Context, Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may, platform } from "../../auth/policy"
import type { Env } from "../../http/context"
import { ok, okWritten } from "../../http/envelope"
import { idParam, readChange, readValid } from "../../http/request"
import { readUpload } from "../media/routes"
import { deleteUnclaimedAccount, endAccess, withAddress } from "./access"
import { createMany } from "./bulk"
import { changedColumns } from "./change"
import { eraseUser } from "./erase"
import { userBody, userChange, userColumns } from "./input"
import { listUsers } from "./list"
import { getPermissions, refuseRestricted, updatePermissions } from "./permissions"
import { userRecords } from "./records"

/** Calls on employees, and on the same people under /api/users (docs/contract.md#employee-calls). */
export const users = new Hono<Env>()

const reads = may("read", ["employees", "users"])
const writes = may("write", "employees")

const create = async (c: Context<Env>) => {
  const given = await readValid(c, userBody)
  const write = () =>
    userRecords.create(c, given, async tx => {
      const columns = await userColumns(tx, c.get("actor"), given)
      await deleteUnclaimedAccount(c, tx, columns.email)
      return { ...columns, language: c.get("language") }
    })
  return okWritten(c, await withAddress(c, given.email, write))
}

const update = async (c: Context<Env>) => {
  const id = idParam(c)
  const change = await readChange(c, userChange)
  const { row: stored } = await userRecords.read(c, c.get("deps").db, id)
  const { email = stored.email } = change
  const write = () =>
    userRecords.update(c, id, async (row, tx) => {
      const columns = await changedColumns(c, tx, change, row)
      if (columns.email !== row.email) await deleteUnclaimedAccount(c, tx, columns.email)
      return columns
    })
  return withAddress(c, email, write, { isNew: email !== stored.email })
}

users.get("/user/list", bearer, reads, listUsers)
users.post("/user/create", bearer, writes, create)
users.post("/user/bulk", bearer, writes, createMany)
/** The envelope's value is the picture's address (docs/contract.md#uploads). */
users.post("/user/media", bearer, writes, async c => ok(c, (await readUpload(c)).url))

users.get("/api/users", bearer, reads, listUsers)
users.post("/api/users/create", bearer, writes, create)
users.put("/api/users/update/:id", bearer, writes, update)
users.delete("/api/users/delete/:id", bearer, writes, c =>
  userRecords.remove(c, async (tx, row) => {
    refuseRestricted(c.get("actor"), row)
    await endAccess(c, tx, row)
  }),
)

users.delete("/api/users/hard-delete/:id", bearer, platform, async c => {
  const id = idParam(c)
  await c.get("deps").db.transaction(tx => eraseUser(c, tx, id))
  return ok(c, true)
})

users.get("/user/:id/permissions", bearer, may("read", ["employees", "users"], { forPeople: true }), getPermissions)
users.put("/user/:id/permissions", bearer, may("write", "employees", { forPeople: true }), updatePermissions)

users.get("/api/users/:id", bearer, reads, userRecords.get)
users.get("/user/:id", bearer, reads, userRecords.get)
