import { z } from "zod"
import { user } from "../kinds/user"
import { day, exampleId, id, listQuery, literalTrue, number, page, tagged, text, type UntaggedCall } from "../records/call"
import { adminBody } from "../resources/tenants/admins"
import { bulkBody } from "../resources/users/bulk"
import { userBody, userChange } from "../resources/users/input"
import { userSorts } from "../resources/users/list"
import { permissionsBody } from "../resources/users/permissions"
import * as values from "./values"

const permissions = z.array(text).meta({ description: "Each `<module>.<verb>`; an empty list permits everything." })

const personExample = {
  firstName: "Ece",
  lastName: "Koç",
  email: "ece.koc@yesilova.example",
  phoneNumber: "+905325551010",
  tenantId: exampleId,
  role: "user",
}
const userList: UntaggedCall = {
  summary: "List of employees",
  query: {
    ...listQuery(userSorts),
    status: number,
    departmentId: id,
    tenantId: id,
    role: text,
    hiredFrom: day,
    hiredTo: day,
  },
  value: page("users", user.value),
}
const userCreate: UntaggedCall = {
  summary: "Create one employee",
  body: userBody,
  example: personExample,
  required: ["firstName", "lastName", "email", "phoneNumber"],
  value: user.value,
}
const oneUser: UntaggedCall = { summary: "One employee", value: user.value }

/** People, under both of their paths. */
export const employeeCalls = tagged("Employees", {
  "GET /user/list": userList,
  "POST /user/create": userCreate,
  "POST /user/bulk": {
    summary: "Create or change up to 100 employees, each with an outcome of its own",
    body: bulkBody,
    example: { users: [{ ...personExample, email: "ece.koc3@yesilova.example" }] },
    value: z.array(values.bulkOutcome),
  },
  "GET /user/:id": oneUser,
  "POST /user/media": { summary: "Upload a picture; the value is its address", upload: true, value: text },
  "GET /api/users": userList,
  "POST /api/users/create": { ...userCreate, example: { ...personExample, email: "ece.koc2@yesilova.example" } },
  "GET /api/users/:id": oneUser,
  "PUT /api/users/update/:id": {
    summary: "Change one employee",
    body: userChange,
    example: { firstName: "Ece Nur" },
    value: user.value,
  },
  "DELETE /api/users/delete/:id": { summary: "Delete one employee", value: literalTrue },
  "GET /user/:id/permissions": { summary: "Permissions of a company's administrator", value: permissions },
  "PUT /user/:id/permissions": {
    summary: "Replace the permissions of a company's administrator",
    body: permissionsBody,
    example: ["campaigns.read", "campaigns.write"],
    value: permissions,
  },
  "POST /user/admins": {
    summary: "Invite an administrator of the platform",
    body: adminBody,
    example: { email: "ada.tan@platform.example", firstName: "Ada", lastName: "Tan" },
    required: ["email"],
    value: user.value,
  },
  "DELETE /user/admins/:userId": { summary: "Remove the rights of an administrator of the platform", value: literalTrue },
  "DELETE /api/users/hard-delete/:id": { summary: "Remove a person with all personal data", value: literalTrue },
})
