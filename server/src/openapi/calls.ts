import { z } from "zod"
import { chatBody } from "../resources/ai/routes"
import { announcementBody, announcementChange } from "../resources/announcements/input"
import { loginBody, logoutBody, refreshBody, registerBody } from "../resources/auth/routes"
import { brandBody, brandChange } from "../resources/brands/input"
import { campaignBody, campaignUpdate } from "../resources/campaigns/input"
import { categoryBody } from "../resources/categories/routes"
import { departmentBody } from "../resources/departments/routes"
import { drawBody, drawChange } from "../resources/draws/input"
import { assignment, feedbackBody, feedbackChange, reply, statusUpdate } from "../resources/feedback/input"
import { batchBody } from "../resources/gifts/codes"
import { giftBody, giftChange } from "../resources/gifts/input"
import { useBody } from "../resources/gifts/uses"
import { paymentBody, paymentChange } from "../resources/payments/input"
import { surveyBody, surveyChange } from "../resources/surveys/input"
import { adminBody } from "../resources/tenants/admins"
import { companyBody, companyChange, tenantBody, tenantChange } from "../resources/tenants/input"
import { moduleFlags } from "../resources/tenants/routes"
import { userBody } from "../resources/users/input"
import * as values from "./values"

/** What each call is for, takes and answers; paths, roles and errors are read from the routes themselves. */
export type Call = {
  tag: string
  summary: string
  query?: Record<string, z.ZodType>
  body?: z.ZodType
  example?: Record<string, unknown>
  /** Members that the console's rules ask for, beyond what the body's shape does. */
  needs?: readonly string[]
  upload?: true
  /** The envelope's value; none: 204 without a body. */
  value?: z.ZodType
  /** An answer without the envelope (decisions §6). */
  bare?: { type: string; schema: z.ZodType }
  /** Needs a session although no guard of the route says so. */
  session?: true
}

/** Stands for an id in examples. */
export const someId = "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11"

const { id, text, total } = values
const yes = z.literal(true)
const number = z.int().min(0)
const day = z.string().meta({ description: "A day (YYYY-MM-DD) or a moment." })

const paged = { page: number.default(0), pageSize: z.int().min(1).max(100).default(8) }
const paging = (sorts: readonly [string, ...string[]]) => ({
  ...paged,
  keyword: z.string().max(200),
  sortBy: z.enum(sorts),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
})

const page = (members: string, item: z.ZodType) => z.object({ [members]: z.array(item), totalCount: total })
const counted = (members: string, item: z.ZodType) =>
  z.object({ [members]: z.array(item), totalCount: total, statusCounts: values.statusCounts })

type Kind = {
  tag: string
  one: string
  query: Call["query"]
  list: z.ZodType
  value: z.ZodType
  body: z.ZodType
  change: z.ZodObject
  example: Record<string, unknown>
  needs: readonly string[]
  /** The member of a change that names the record. */
  key?: string
  /** The path under which one is deleted. */
  remove?: string
}

/** What most modules have alike. */
const kept = (path: string, { tag, one, key = "id", remove = `${path}/delete/:id`, ...kind }: Kind): Record<string, Call> => ({
  [`GET ${path}/list`]: { tag, summary: `List of ${tag.toLowerCase()}`, query: kind.query, value: kind.list },
  [`GET ${path}/:id`]: { tag, summary: `One ${one}`, value: kind.value },
  [`POST ${path}/create`]: {
    tag,
    summary: `Create one ${one}`,
    body: kind.body,
    example: kind.example,
    needs: kind.needs,
    value: kind.value,
  },
  [`PUT ${path}/update`]: {
    tag,
    summary: `Change one ${one}`,
    body: kind.change,
    example: { [key]: someId, ...Object.fromEntries(Object.entries(kind.example).filter(([name]) => name in kind.change.shape)) },
    needs: [key],
    value: kind.value,
  },
  [`DELETE ${remove}`]: { tag, summary: `Delete one ${one}`, value: yes },
})

const upload = (path: string, tag: string): Record<string, Call> => ({
  [`POST ${path}`]: { tag, summary: "Upload a picture", upload: true, value: values.uploaded },
})

const period = { startDate: day, endDate: day }
const titled = { title: "Bahar kampanyası", description: "Tüm çalışanlara" }
const dates = { startDate: "2026-04-01T00:00:00Z", endDate: "2026-05-01T00:00:00Z" }

const campaignCalls = kept("/campaign", {
  tag: "Campaigns",
  one: "campaign",
  query: {
    ...paging(["title", "startDate", "endDate", "createdDate", "updatedDate", "rewardType", "participantLimit", "status"]),
    ...period,
    status: text,
    categoryId: id,
    brandId: id,
  },
  list: counted("campaigns", values.campaignValue),
  value: values.campaignValue,
  body: campaignBody,
  change: campaignUpdate,
  key: "campaignId",
  example: { ...titled, ...dates, rewardType: 0, rewardValue: 10, categoryId: someId, brandId: someId, status: 2 },
  needs: ["title", "description", "rewardType", "rewardValue", "categoryId", "brandId", "startDate", "endDate"],
})

const personExample = {
  firstName: "Ece",
  lastName: "Koç",
  email: "ece.koc@yesilova.example",
  phoneNumber: "+905325551010",
  tenantId: someId,
  role: "user",
}
const userList: Call = {
  tag: "Employees",
  summary: "List of employees",
  query: {
    ...paging(["name", "firstName", "lastName", "email", "status", "role", "hiredAt", "score", "departmentName", "createdDate"]),
    status: number,
    departmentId: id,
    tenantId: id,
    role: text,
  },
  value: page("users", values.userValue),
}
const userCreate: Call = {
  tag: "Employees",
  summary: "Create one employee",
  body: userBody,
  example: personExample,
  needs: ["firstName", "lastName", "email", "phoneNumber"],
  value: values.userValue,
}
const oneUser: Call = { tag: "Employees", summary: "One employee", value: values.userValue }

const companyQuery = {
  ...paging(["name", "location", "createdDate", "industry", "companySize", "activeStatus"]),
  status: number,
  industry: number,
  companySize: number,
}
const companyList: Call = {
  tag: "Companies",
  summary: "List of companies",
  query: companyQuery,
  value: page("tenants", values.companyItem),
}
const companyExample = { name: "Deniz Gıda", emails: ["bilgi@deniz.example"], primaryColor: "#3A9355" }
const companyCreate = (summary: string, body: z.ZodType, email: string): Call => ({
  tag: "Companies",
  summary,
  body,
  example: { ...companyExample, emails: [email] },
  needs: ["name"],
  value: values.companyValue,
})
const companyUpdate = (summary: string, body: z.ZodType): Call => ({
  tag: "Companies",
  summary,
  body,
  example: { ...companyExample, tenantId: someId },
  value: values.companyValue,
})
const companyDelete: Call = { tag: "Companies", summary: "Delete one company", value: yes }

export const calls: Record<string, Call> = {
  "GET /healthz": { tag: "Operations", summary: "Whether the process lives", bare: { type: "text/plain", schema: text } },
  "GET /readyz": { tag: "Operations", summary: "Whether calls can be answered", bare: { type: "text/plain", schema: text } },
  "GET /metrics": {
    tag: "Operations",
    summary: "Figures for Prometheus, from loopback or with METRICS_TOKEN",
    bare: { type: "text/plain", schema: text },
  },
  "GET /openapi.json": {
    tag: "Operations",
    summary: "This document",
    bare: { type: "application/json", schema: z.looseObject({ openapi: text }) },
  },
  "GET /outbox": {
    tag: "Operations",
    summary: "The demonstration's mail, newest first",
    bare: {
      type: "application/json",
      schema: z.array(z.object({ to: text, subject: text, text, code: text.nullable(), createdAt: values.moment })),
    },
  },
  "GET /media/:name": { tag: "Media", summary: "A picture", bare: { type: "image/*", schema: text.meta({ format: "binary" }) } },

  "GET /Auth/GetCode/:email": {
    tag: "Sign-in",
    summary: "Mail a sign-in code; the answer is the same whether anybody has the address",
    value: z.object({ timer: total }),
  },
  "GET /Auth/GetToken": {
    tag: "Sign-in",
    summary: "Sign in with a code",
    query: { email: text, code: text },
    value: values.tokens,
  },
  "POST /api/auth/login": {
    tag: "Sign-in",
    summary: "Sign in with a code",
    body: loginBody,
    example: { email: "elif.yilmaz@yesilova.example", code: "123456" },
    value: values.tokens,
  },
  "POST /api/auth/register": {
    tag: "Sign-in",
    summary: "Register as an ordinary user, who has no access",
    body: registerBody,
    example: { email: "yeni@yesilova.example", firstName: "Ece", lastName: "Koç" },
    needs: ["firstName", "lastName"],
    value: yes,
  },
  "POST /api/auth/refresh": {
    tag: "Sign-in",
    summary: "Exchange a refresh token for the next pair",
    body: refreshBody,
    example: { refreshToken: "the-last-refresh-token" },
    value: values.tokens,
  },
  "POST /api/auth/logout": {
    tag: "Sign-in",
    summary: "End this session",
    body: logoutBody,
    example: {},
    value: yes,
    session: true,
  },
  "POST /api/auth/logout-all": { tag: "Sign-in", summary: "End all of one's sessions", value: yes },
  "GET /api/auth/me": { tag: "Sign-in", summary: "Who is signed in", value: values.me },
  "GET /api/auth/sessions": { tag: "Sign-in", summary: "One's own sessions", value: z.array(values.session) },
  "DELETE /api/auth/sessions/:id": { tag: "Sign-in", summary: "End one of one's sessions", value: yes },

  ...campaignCalls,
  "PUT /campaign/update": { ...campaignCalls["PUT /campaign/update"], value: undefined } as Call,
  ...upload("/campaign/media", "Campaigns"),

  "GET /category/list": { tag: "Lists", summary: "Categories", value: z.array(values.category) },
  "POST /category/create": {
    tag: "Lists",
    summary: "Create a category",
    body: categoryBody,
    example: { name: "Bahçe ve balkon" },
    needs: ["name"],
    value: values.category,
  },
  "GET /city/list": { tag: "Lists", summary: "Cities", value: z.array(values.city) },
  "GET /department/list": {
    tag: "Lists",
    summary: "Departments",
    query: { tenantId: id },
    value: z.array(values.department),
  },
  "POST /department/create": {
    tag: "Lists",
    summary: "Create a department",
    body: departmentBody,
    example: { name: "Araştırma" },
    needs: ["name"],
    value: values.department,
  },

  ...kept("/brand", {
    tag: "Brands",
    one: "brand",
    query: { ...paging(["name", "createdDate", "status", "location"]), status: number, categoryId: id },
    list: page("brands", values.brandValue),
    value: values.brandValue,
    body: brandBody,
    change: brandChange,
    example: { name: "Kıyı Kafe", categoryId: someId, contactPersons: ["Ali Vural"], emails: ["ali@kiyi.example"], phones: [""] },
    needs: ["name"],
    remove: "/brand/:id",
  }),
  ...upload("/brand/media", "Brands"),

  ...kept("/gift", {
    tag: "Gifts",
    one: "gift card",
    query: {
      ...paging(["cardName", "createdDate", "status", "validityStart", "validityEnd", "maxUsage", "used"]),
      status: number,
      categoryId: id,
    },
    list: page("gifts", values.giftItem),
    value: values.giftValue,
    body: giftBody,
    change: giftChange,
    example: { cardName: "Yaz kartı", brandId: someId, maxUsage: 100, status: 1 },
    needs: ["cardName"],
    remove: "/gift/:id",
  }),
  ...upload("/gift/media", "Gifts"),
  "GET /gift/:id/codes": {
    tag: "Gifts",
    summary: "List of one gift card’s codes",
    query: { ...paged, keyword: text, batchId: id },
    value: z.object({ codes: z.array(values.giftCode), totalCount: total, batches: z.array(values.giftBatch) }),
  },
  "POST /gift/:id/codes": {
    tag: "Gifts",
    summary: "Make a batch of codes",
    body: batchBody,
    example: { count: 10, pattern: "YAZ-####-####" },
    value: z.object({ batchId: id, count: total }),
  },
  "GET /gift/:id/uses": {
    tag: "Gifts",
    summary: "List of one gift card’s uses",
    query: paged,
    value: z.object({ uses: z.array(values.giftUse), totalCount: total, used: total, maxUsage: total.nullable() }),
  },
  "POST /gift/:id/uses": {
    tag: "Gifts",
    summary: "Record a use, or correct one",
    body: useBody,
    example: { amount: 1, note: "Kasada kullanıldı" },
    value: values.giftUse,
  },

  ...kept("/payment", {
    tag: "Payments",
    one: "payment provider",
    query: {
      ...paging(["name", "createdDate", "status"]),
      status: number,
      categoryId: id,
      used: z.enum(["true", "false"]),
    },
    list: page("payments", values.paymentValue),
    value: values.paymentValue,
    body: paymentBody,
    change: paymentChange,
    example: { name: "Köprü Ödeme", website: "https://kopru.example", status: 1 },
    needs: ["name"],
    remove: "/payment/:id",
  }),
  ...upload("/payment/media", "Payments"),

  ...kept("/announcement", {
    tag: "Announcements",
    one: "announcement",
    query: {
      ...paging(["title", "type", "status", "startDate", "endDate", "createdDate", "updatedDate"]),
      ...period,
      status: text,
      type: number,
    },
    list: counted("announcements", values.announcementValue),
    value: values.announcementValue,
    body: announcementBody,
    change: announcementChange,
    key: "announcementId",
    example: { ...titled, ...dates, body: "Servis saatleri değişiyor.", type: 0, status: 1 },
    needs: ["title", "description", "body"],
  }),
  ...upload("/announcement/media", "Announcements"),

  ...kept("/draw", {
    tag: "Draws",
    one: "draw",
    query: {
      ...paging(["title", "startDate", "endDate", "drawDate", "method", "eligibility", "status", "createdDate", "updatedDate"]),
      ...period,
      status: text,
      departmentId: id,
      tenantId: id,
    },
    list: counted("draws", values.drawItem),
    value: values.drawValue,
    body: drawBody,
    change: drawChange,
    example: {
      ...titled,
      ...dates,
      drawDate: "2026-05-02T09:00:00Z",
      tenantId: someId,
      method: 0,
      eligibility: 0,
      prizes: [{ name: "Kulaklık", type: 0, quantity: 2 }],
      status: 0,
    },
    needs: ["title", "description", "prizes", "startDate", "endDate", "drawDate"],
  }),
  ...upload("/draw/media", "Draws"),

  ...kept("/survey", {
    tag: "Surveys",
    one: "survey",
    query: {
      ...paging(["title", "type", "status", "startDate", "endDate", "responseCount", "createdDate", "updatedDate"]),
      ...period,
      status: text,
      type: number,
    },
    list: counted("surveys", values.surveyItem),
    value: values.surveyValue,
    body: surveyBody,
    change: surveyChange,
    example: { ...titled, ...dates, type: 0, questions: [{ text: "Ne kadar memnunsunuz?", type: "rating" }] },
    needs: ["title"],
  }),
  "GET /survey/report/:id": {
    tag: "Surveys",
    summary: "The report of one survey, one value deeper than elsewhere",
    value: z.object({ value: values.surveyReport }),
  },

  ...kept("/feedback", {
    tag: "Feedback",
    one: "feedback",
    query: {
      ...paging(["subject", "type", "priority", "category", "status", "createdDate", "updatedDate"]),
      status: text,
      type: number,
      priority: number,
      category: number,
      tenantId: id,
      assignedTo: id,
    },
    list: counted("feedbacks", values.feedbackItem),
    value: values.feedbackValue,
    body: feedbackBody,
    change: feedbackChange,
    example: {
      type: 0,
      subject: "Servis",
      description: "Servis geç kalıyor.",
      userName: "Can Er",
      email: "can.er@yesilova.example",
    },
    needs: ["subject", "description"],
  }),
  "GET /feedback/stats": { tag: "Feedback", summary: "Figures", query: { tenantId: id }, value: values.feedbackStats },
  "PUT /feedback/status": {
    tag: "Feedback",
    summary: "Set the status, with an answer and notes",
    body: statusUpdate,
    example: { id: someId, status: 2, response: "Düzeltildi.", internalNotes: "Güzergâh değişti." },
    value: values.feedbackValue,
  },
  "PUT /feedback/assign": {
    tag: "Feedback",
    summary: "Assign it to somebody, or to nobody",
    body: assignment,
    example: { id: someId, assignedTo: null },
    value: values.feedbackValue,
  },
  "POST /feedback/respond": {
    tag: "Feedback",
    summary: "Add to the conversation",
    body: reply,
    example: { feedbackId: someId, message: "Bakıyoruz.", isInternal: false },
    needs: ["message"],
    value: values.feedbackValue,
  },
  ...upload("/feedback/media", "Feedback"),

  "GET /user/list": userList,
  "POST /user/create": userCreate,
  "GET /user/:id": oneUser,
  "POST /user/media": { tag: "Employees", summary: "Upload a picture; the value is its address", upload: true, value: text },
  "GET /api/users": userList,
  "POST /api/users/create": { ...userCreate, example: { ...personExample, email: "ece.koc2@yesilova.example" } },
  "GET /api/users/:id": oneUser,
  "PUT /api/users/update/:id": {
    tag: "Employees",
    summary: "Change one employee",
    body: userBody,
    example: { firstName: "Ece Nur" },
    value: values.userValue,
  },
  "DELETE /api/users/delete/:id": { tag: "Employees", summary: "Delete one employee", value: yes },
  "DELETE /api/users/hard-delete/:id": { tag: "Employees", summary: "Forget a person for good", value: yes },

  "GET /tenant/list": companyList,
  "GET /tenant/get-all": { tag: "Companies", summary: "Names of all companies", value: z.array(values.companyName) },
  "GET /tenant/mytenant": {
    tag: "Companies",
    summary: "One's own company; null for who has none",
    value: values.companyItem.nullable(),
  },
  "GET /tenant/getcurrenttenantid": { tag: "Companies", summary: "The id of one's own company", value: id.nullable() },
  "GET /tenant/izinler": { tag: "Companies", summary: "One's permissions", value: z.array(text) },
  "POST /tenant/admin/create": companyCreate("Create a company with its first administrator", tenantBody, "bilgi@ada.example"),
  "POST /tenant/tenant-admin/create": companyCreate("Create a subsidiary", companyBody, "bilgi@koy.example"),
  "PUT /tenant/update": companyUpdate("Change one company", tenantChange),
  "PUT /tenant/admin/update": companyUpdate("Change one company", tenantChange),
  "PUT /tenant/tenant-admin/update": companyUpdate("Change one's own company or a subsidiary", companyChange),
  "DELETE /tenant/delete/:id": companyDelete,
  ...upload("/tenant/logo", "Companies"),
  "GET /tenant/:id/modules": { tag: "Companies", summary: "Modules of one company", value: values.modules },
  "PUT /tenant/:id/modules": {
    tag: "Companies",
    summary: "Switch modules on and off",
    body: moduleFlags,
    example: { reports: true },
    value: values.modules,
  },
  "GET /tenant/:id/subsidiaries": {
    tag: "Companies",
    summary: "Subsidiaries of one company",
    query: { ...companyQuery, pageSize: z.int().min(1).max(100).default(9) },
    value: page("subsidiaries", values.companyItem),
  },
  "GET /tenant/:id/onboarding": { tag: "Companies", summary: "How far a company has come", value: values.onboarding },
  "GET /tenant/:id": { tag: "Companies", summary: "One company with its subsidiaries", value: values.companyValue },
  "POST /tenant/:id/admins": {
    tag: "Companies",
    summary: "Invite an administrator",
    body: adminBody,
    example: { email: "ada.tan@yesilova.example", firstName: "Ada", lastName: "Tan" },
    needs: ["email"],
    value: values.userValue,
  },
  "DELETE /tenant/:id/admins/:userId": { tag: "Companies", summary: "Take an administrator's rights away", value: yes },
  "GET /api/company": companyList,
  "GET /api/company/:id": { tag: "Companies", summary: "One company with its subsidiaries", value: values.companyValue },
  "POST /api/company/create": companyCreate("Create a company with its first administrator", tenantBody, "bilgi@liman.example"),
  "PUT /api/company/update/:id": { ...companyUpdate("Change one company", tenantBody), example: companyExample },
  "DELETE /api/company/soft-delete/:id": companyDelete,
  "DELETE /api/company/delete/:id": companyDelete,

  "GET /api/dashboard/stats": { tag: "Dashboard", summary: "Figures of what is in reach", value: values.dashboardStats },
  "GET /api/dashboard": { tag: "Dashboard", summary: "Companies and people in reach", value: values.dashboardFigures },
  "GET /api/dashboard/user-metrics": {
    tag: "Dashboard",
    summary: "People in reach by role, department and month",
    value: values.userMetrics,
  },
  "GET /audit/list": {
    tag: "Records",
    summary: "Who changed what, newest first",
    query: {
      page: paged.page,
      pageSize: paged.pageSize,
      sortOrder: z.enum(["asc", "desc"]).default("desc"),
      entity: text,
      entityId: id,
      actor: text.meta({ description: "An id or an e-mail address." }),
      from: day,
      to: day,
    },
    value: page("entries", values.auditEntry),
  },
  "POST /undo/:token": { tag: "Records", summary: "Take a change back with its Undo-Token", value: yes },
  "POST /ai/chat/completions": {
    tag: "AI",
    summary: "Pass a chat completion on to the AI service",
    body: chatBody,
    example: {
      messages: [{ role: "user", content: "Bir anket hazırla." }],
      temperature: 0.7,
      response_format: { type: "json_object" },
    },
    bare: { type: "application/json", schema: z.looseObject({}) },
  },
}
