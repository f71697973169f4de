import type { z } from "zod"
import { may, platform } from "../../auth/policy"
import { requireId } from "../../http/request"
import { user } from "../../kinds/user"
import { endAccess, refuseRestricted } from "../../kinds/user-access"
import { read } from "../../records/find"
import { create as createRecord, remove as removeRecord, update as updateRecord } from "../../records/write"
import { change, json, literalTrue, route } from "../../routes/route"
import { text } from "../../routes/schemas"
import { picture, storePicture } from "../media/routes"
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

const create = route.post("/user/create", writes, {
  summary: "Create one employee",
  body: json(userBody),
  required: ["firstName", "lastName", "email", "phoneNumber"],
  example: personExample,
  answer,
  handler: async ({ c, body }) => {
    const given = await body()
    const write = () =>
      createRecord(c, user, given, async tx => {
        const columns = await userColumns(tx, c.get("actor"), given)
        await deleteUnclaimedAccount(c, tx, columns.email)
        return { ...columns, language: c.get("language") }
      })
    return withAddress(c, given.email, write)
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
        return columns
      })
    return withAddress(c, email, write, { isNew: email !== stored.email })
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

/** Calls on employees, and on the same people under /api/users (docs/contract.md#employee-calls). */
export const users = [
  list,
  create,
  createMany,
  upload,
  { ...list, path: "/api/users" },
  { ...create, path: "/api/users/create", example: { ...personExample, email: "ece.koc2@yesilova.example" } },
  update,
  remove,
  erase,
  getPermissions,
  updatePermissions,
  { ...get, path: "/api/users/:id" },
  get,
]
