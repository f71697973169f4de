import { z } from "zod"
import { attentionReasons } from "../../../src/contract/attention"
import { companyItem, tenant } from "../kinds/tenant"
import { user } from "../kinds/user"
import { exampleId, id, listQuery, literalTrue, number, page, tagged, text, type UntaggedCall, upload } from "../records/call"
import { adminBody } from "../resources/tenants/admins"
import { companyBody, companyChange, tenantBody, tenantChange } from "../resources/tenants/input"
import { companySorts, subsidiaryPageSize } from "../resources/tenants/list"
import { moduleFlags } from "../resources/tenants/modules"
import { quotaBody } from "../resources/tenants/quotas"
import * as values from "./values"

const companyQuery = {
  ...listQuery(companySorts),
  attention: z.enum(attentionReasons.companies),
  status: number,
  industry: number,
  companySize: number,
}
const companyList: UntaggedCall = {
  summary: "List of companies",
  query: companyQuery,
  value: page("tenants", companyItem),
}
const companyExample = { name: "Deniz Gıda", emails: ["bilgi@deniz.example"], primaryColor: "#3A9355" }
const companyCreate = (summary: string, body: z.ZodType, email: string): UntaggedCall => ({
  summary,
  body,
  example: { ...companyExample, emails: [email] },
  required: ["name"],
  value: tenant.value,
})
const companyUpdate = (summary: string, body: z.ZodType): UntaggedCall => ({
  summary,
  body,
  example: { ...companyExample, tenantId: exampleId },
  value: tenant.value,
})
const companyDelete: UntaggedCall = { summary: "Delete one company", value: literalTrue }

/** Companies, under both of their paths. */
export const companyCalls = tagged("Companies", {
  "GET /tenant/list": companyList,
  "GET /tenant/get-all": { summary: "Names of all companies", value: z.array(values.companyName) },
  "GET /tenant/mytenant": { summary: "The signed-in person's company, or null", value: companyItem.nullable() },
  "GET /tenant/getcurrenttenantid": { summary: "The id of the signed-in person's company, or null", value: id.nullable() },
  "GET /tenant/izinler": { summary: "The signed-in person's permissions", value: z.array(text) },
  "POST /tenant/admin/create": companyCreate("Create a company with its first administrator", tenantBody, "bilgi@ada.example"),
  "POST /tenant/tenant-admin/create": companyCreate("Create a subsidiary", companyBody, "bilgi@koy.example"),
  "PUT /tenant/update": companyUpdate("Change one company", tenantChange),
  "PUT /tenant/admin/update": companyUpdate("Change one company", tenantChange),
  "PUT /tenant/tenant-admin/update": companyUpdate("Change the own company or a subsidiary", companyChange),
  "DELETE /tenant/delete/:id": companyDelete,
  ...upload("/tenant/logo", "Companies"),
  "GET /tenant/:id/modules": { summary: "Modules of one company", value: values.modules },
  "PUT /tenant/:id/modules": {
    summary: "Switch modules on and off",
    body: moduleFlags,
    example: { reports: true },
    value: values.modules,
  },
  "GET /tenant/:id/usage": { summary: "What one company has stored, and its quotas", value: values.usage },
  "PUT /tenant/:id/quotas": {
    summary: "Set quotas of one company",
    body: quotaBody,
    example: { campaign: 200_000, pictures: null },
    value: values.usage,
  },
  "GET /tenant/:id/subsidiaries": {
    summary: "Subsidiaries of one company",
    query: { ...companyQuery, ...listQuery(companySorts, subsidiaryPageSize) },
    value: page("subsidiaries", companyItem),
  },
  "GET /tenant/:id/onboarding": { summary: "Steps of a company's setup", value: values.onboarding },
  "GET /tenant/:id/stats": { summary: "Figures of one company", value: values.companyStats },
  "GET /tenant/:id": { summary: "One company with its subsidiaries", value: tenant.value },
  "POST /tenant/:id/view-as": {
    summary: "A token to see a company as its administrator does",
    value: z.object({ token: text }),
  },
  "POST /tenant/:id/admins": {
    summary: "Invite an administrator",
    body: adminBody,
    example: { email: "ada.tan@yesilova.example", firstName: "Ada", lastName: "Tan" },
    required: ["email"],
    value: user.value,
  },
  "DELETE /tenant/:id/admins/:userId": { summary: "Remove an administrator's rights", value: literalTrue },
  "GET /api/company": companyList,
  "GET /api/company/:id": { summary: "One company with its subsidiaries", value: tenant.value },
  "POST /api/company/create": companyCreate("Create a company with its first administrator", tenantBody, "bilgi@liman.example"),
  "PUT /api/company/update/:id": { ...companyUpdate("Change one company", tenantBody), example: companyExample },
  "DELETE /api/company/soft-delete/:id": companyDelete,
  "DELETE /api/company/delete/:id": companyDelete,
})
