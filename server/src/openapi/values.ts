import { z } from "zod"
import * as announcement from "../../../src/contract/announcements"
import * as campaign from "../../../src/contract/campaigns"
import * as company from "../../../src/contract/companies"
import * as draw from "../../../src/contract/draws"
import * as employee from "../../../src/contract/employees"
import * as feedback from "../../../src/contract/feedback"
import * as gift from "../../../src/contract/gifts"
import * as partner from "../../../src/contract/partners"
import * as payment from "../../../src/contract/payments"
import * as survey from "../../../src/contract/surveys"
import { code } from "../http/body"
import { moduleDefaults } from "../resources/tenants/output"

/** What leaves, for the document alone; test/server/openapi.test.ts holds every answer to it. */
export const id = z.string().meta({ format: "uuid" })
export const moment = z.string().meta({ format: "date-time" })
export const text = z.string()
export const total = z.int().min(0)
const maybe = <T extends z.ZodType>(schema: T) => schema.nullable()
const named = <T extends z.ZodRawShape>(name: string, shape: T) => z.object(shape).meta({ id: name })

const stamps = { createdDate: moment, updatedDate: moment }
const picture = named("Picture", { url: text, orderNo: total })

export const category = named("Category", { id, name: text })
export const city = named("City", { id, name: text })
export const department = named("Department", { id, name: text, tenantId: maybe(id) })
export const uploaded = named("Uploaded", { url: text, orderNo: total })

export const tokens = named("Tokens", { token: text, refreshToken: text, refreshTokenExpiryTime: moment })
export const me = named("Me", {
  userId: id,
  email: text,
  role: z.enum(["Administrator", "TenantAdmin", "User"]),
  tenantId: maybe(id),
  firstName: text,
  lastName: text,
})
export const session = named("Session", { id, userAgent: text, createdAt: moment, lastUsedAt: moment, current: z.boolean() })

export const campaignValue = named("Campaign", {
  id,
  tenantId: maybe(id),
  title: text,
  description: text,
  terms: text,
  rewardType: code(campaign.rewards),
  rewardValue: maybe(z.number()),
  currency: text,
  giftCardId: maybe(id),
  giftCardName: maybe(text),
  productName: text,
  categoryId: id,
  categoryName: maybe(text),
  brandId: id,
  brandName: maybe(text),
  startDate: moment,
  endDate: moment,
  participantLimit: maybe(total),
  participantCount: total,
  tenantIds: z.array(id),
  media: z.array(picture),
  status: code(campaign.statuses),
  ...stamps,
})

export const brandValue = named("Brand", {
  id,
  tenantId: maybe(id),
  tenantIds: z.array(id),
  name: text,
  description: text,
  logo: maybe(text),
  location: maybe(text),
  categoryId: maybe(id),
  categoryName: maybe(text),
  contactPersons: z.array(text),
  emails: z.array(text),
  phones: z.array(text),
  status: code(partner.statuses),
  ...stamps,
})

const giftShape = {
  id,
  tenantId: maybe(id),
  tenantIds: z.array(id),
  cardName: text,
  brand: maybe(text),
  brandId: maybe(id),
  description: text,
  cardImage: maybe(text),
  validityStart: maybe(moment),
  validityEnd: maybe(moment),
  maxUsage: maybe(z.number()),
  used: total,
  terms: text,
  categories: z.array(id),
  status: code(gift.statuses),
  metadata: z.record(z.string(), z.unknown()),
  ...stamps,
}
export const giftItem = named("GiftItem", giftShape)
export const giftValue = named("Gift", { ...giftShape, apiIntegrationCode: maybe(text) })
export const giftCode = named("GiftCode", {
  id: text,
  code: text,
  batchId: id,
  createdDate: moment,
  usedDate: maybe(moment),
  qr: z.object({ size: total, path: text.meta({ description: "SVG path data, quiet zone included" }) }),
})
export const giftBatch = named("GiftBatch", { id, count: total, createdDate: moment })
export const giftUse = named("GiftUse", {
  id: text,
  code: maybe(text),
  amount: z.int(),
  before: total,
  after: total,
  note: text,
  author: text,
  createdDate: moment,
})

export const paymentValue = named("Payment", {
  id,
  tenantId: maybe(id),
  tenantIds: z.array(id),
  categoryIds: z.array(id),
  name: text,
  description: text,
  logo: maybe(text),
  contactPerson: text,
  email: text,
  phone: text,
  website: text,
  address: text,
  status: code(payment.statuses),
  ...stamps,
})

export const announcementValue = named("Announcement", {
  id,
  tenantId: maybe(id),
  title: text,
  description: text,
  body: text,
  type: code(announcement.kinds),
  startDate: maybe(moment),
  endDate: maybe(moment),
  status: code(announcement.statuses),
  tenantIds: z.array(id),
  departmentIds: z.array(id),
  media: z.array(picture),
  ...stamps,
})

const prize = named("Prize", {
  name: text,
  type: code(draw.prizeTypes),
  quantity: total,
  value: maybe(z.number()),
  imageUrl: maybe(text),
})
const winner = named("Winner", { employeeId: id, name: text, prize: text, reserve: z.boolean() })
const drawShape = {
  id,
  tenantId: id,
  tenantName: maybe(text),
  title: text,
  description: text,
  method: code(draw.methods),
  eligibility: code(draw.eligibilities),
  departmentId: maybe(id),
  departmentName: maybe(text),
  prizes: z.array(prize),
  startDate: moment,
  endDate: moment,
  drawDate: moment,
  status: code(draw.statuses),
  media: z.array(picture),
  ...stamps,
}
export const drawItem = named("DrawItem", drawShape)
export const drawValue = named("Draw", { ...drawShape, employeeIds: z.array(id), winners: z.array(winner) })

const questionType = z.enum(survey.questionTypes)
const question = named("Question", {
  id: text,
  text,
  description: text,
  type: questionType,
  options: z.array(text),
  required: z.boolean(),
})
const surveyShape = {
  id,
  tenantId: maybe(id),
  title: text,
  description: text,
  type: code(survey.kinds),
  status: code(survey.statuses),
  startDate: maybe(moment),
  endDate: maybe(moment),
  questionCount: total,
  responseCount: total,
  ...stamps,
}
export const surveyItem = named("SurveyItem", surveyShape)
export const surveyValue = named("Survey", {
  ...surveyShape,
  questions: z.array(question),
  tenantIds: z.array(id),
  departmentIds: z.array(id),
})
export const surveyReport = named("SurveyReport", {
  surveyId: id,
  title: text,
  responseCount: total,
  questions: z.array(
    z.object({
      id: text,
      text,
      type: questionType,
      answered: total,
      options: z.array(z.object({ label: text, count: total })),
      average: z.number().optional(),
    }),
  ),
  series: z.array(z.object({ date: text, count: total })),
})

const attachment = named("Attachment", { id: text, name: text, url: text, size: total, uploadDate: moment })
const conversation = named("Conversation", {
  id: text,
  type: code(feedback.authors),
  message: text,
  authorName: text,
  authorEmail: text,
  createdDate: moment,
  isInternal: z.boolean(),
  attachments: z.array(attachment),
})
const feedbackShape = {
  id,
  type: code(feedback.kinds),
  subject: text,
  description: text,
  email: text,
  userId: maybe(id),
  userName: text,
  priority: code(feedback.priorities),
  category: code(feedback.categories),
  status: code(feedback.statuses),
  tenantId: maybe(id),
  tenantName: maybe(text),
  assignedTo: maybe(id),
  assignedToName: text,
  resolvedDate: maybe(moment),
  resolutionStep: text,
  ...stamps,
}
export const feedbackItem = named("FeedbackItem", { ...feedbackShape, conversationCount: total })
export const feedbackValue = named("Feedback", {
  ...feedbackShape,
  internalNotes: text,
  conversations: z.array(conversation),
  attachments: z.array(attachment),
})
export const feedbackStats = named("FeedbackStats", {
  total,
  new: total,
  inProgress: total,
  resolved: total,
  complaints: total,
  suggestions: total,
  resolutionRate: z.number().min(0).max(100),
})

export const userValue = named("User", {
  id,
  tenantId: maybe(id),
  tenantName: maybe(text),
  firstName: text,
  lastName: text,
  email: text,
  phoneNumber: text,
  logo: maybe(text),
  role: z.enum(["user", "tenantAdmin", "administrator"]),
  status: code(employee.statuses),
  departmentId: maybe(id),
  departmentName: maybe(text),
  hiredAt: maybe(z.string().meta({ format: "date" })),
  score: maybe(total),
  ...stamps,
})

export const companyItem = named("Company", {
  id,
  parentId: maybe(id),
  name: text,
  logo: maybe(text),
  primaryColor: maybe(text),
  secondaryColor: maybe(text),
  emails: z.array(text),
  contactPersons: z.array(text),
  phone: maybe(text),
  domain: maybe(text),
  activeStatus: code(company.statuses),
  location: maybe(text),
  website: maybe(text),
  description: maybe(text),
  industry: z.int(),
  companySize: z.int(),
  socialMedia: z.record(z.string(), z.string()),
  visualIdentity: z.object({ name: text, logo: maybe(text), primaryColor: maybe(text), secondaryColor: maybe(text) }),
  ...stamps,
})
export const companyValue = companyItem.extend({ subTenants: z.array(companyItem) }).meta({ id: "CompanyWithSubsidiaries" })
export const companyName = named("CompanyName", { id, name: text, parentId: maybe(id) })
export const modules = z
  .object(Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, z.boolean()])))
  .meta({ id: "Modules" })

export const onboarding = named("Onboarding", {
  isCompleted: z.boolean(),
  progress: z.number(),
  steps: z.record(z.enum(company.onboardingSteps), z.boolean()),
})

const figures = z.object({ total, active: total })
const counts = z.record(z.string(), total)
const months = z.array(z.object({ month: text, total }))
const timed = z.object({ total, byStatus: counts, byMonth: months })
export const dashboardStats = named("DashboardStats", {
  from: text,
  to: text,
  campaigns: timed,
  draws: timed,
  announcements: timed,
  surveys: z.object({ total, responses: total }),
  gifts: figures,
  employees: figures,
  feedback: feedbackStats,
})

const withInactive = { total, active: total, inactive: total }
export const dashboardFigures = named("DashboardFigures", {
  tenants: z.object({ ...withInactive, subsidiaries: total }),
  users: z.object(withInactive),
})
export const userMetrics = named("UserMetrics", {
  ...withInactive,
  byRole: counts,
  byDepartment: z.array(z.object({ departmentId: maybe(id), departmentName: maybe(text), total })),
  hiredByMonth: months,
})

const row = maybe(z.record(z.string(), z.unknown()))
export const auditEntry = named("AuditEntry", {
  id: text,
  at: moment,
  actorId: maybe(id),
  actorEmail: text,
  tenantId: maybe(id),
  entity: text,
  entityId: id,
  action: z.enum(["create", "update", "delete", "undo"]),
  before: row,
  after: row,
})

/** How many stand in each status, by its number. */
export const statusCounts = counts
