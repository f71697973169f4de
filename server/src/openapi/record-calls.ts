import { z } from "zod"
import { attentionReasons } from "../../../src/contract/attention"
import { withOwner } from "../records/records"
import { announcementBody, announcementChange } from "../resources/announcements/input"
import { announcementSorts } from "../resources/announcements/list"
import { brandBody, brandChange } from "../resources/brands/input"
import { brandSorts } from "../resources/brands/list"
import { campaignBody, campaignChange } from "../resources/campaigns/input"
import { campaignSorts } from "../resources/campaigns/list"
import { drawBody, drawChange } from "../resources/draws/input"
import { drawSorts } from "../resources/draws/list"
import { assignment, feedbackBody, feedbackChange, reply, statusUpdate } from "../resources/feedback/input"
import { feedbackSorts } from "../resources/feedback/list"
import { batchBody } from "../resources/gifts/codes"
import { giftBody, giftChange } from "../resources/gifts/input"
import { giftSorts } from "../resources/gifts/list"
import { useBody } from "../resources/gifts/uses"
import { paymentBody, paymentChange } from "../resources/payments/input"
import { paymentSorts } from "../resources/payments/list"
import { surveyBody, surveyChange } from "../resources/surveys/input"
import { surveySorts } from "../resources/surveys/list"
import {
  type Call,
  type Calls,
  day,
  exampleId,
  id,
  listQuery,
  number,
  owner,
  page,
  pageByStatus,
  paged,
  period,
  recordCalls,
  text,
  total,
  upload,
} from "./call"
import * as values from "./values"

/** Sort keys do not depend on the time. */
const now = new Date(0)

const titled = { title: "Bahar kampanyası", description: "Tüm çalışanlara" }
const dates = { startDate: "2026-04-01T00:00:00Z", endDate: "2026-05-01T00:00:00Z" }

const campaignCalls = recordCalls("campaign", {
  query: {
    ...listQuery(campaignSorts(now)),
    attention: z.enum(attentionReasons.campaigns),
    ...owner,
    ...period,
    status: text,
    categoryId: id,
    brandId: id,
  },
  list: pageByStatus("campaigns", values.campaignValue),
  value: values.campaignValue,
  body: withOwner(campaignBody),
  change: campaignChange,
  idMember: "campaignId",
  example: { ...titled, ...dates, rewardType: 0, rewardValue: 10, categoryId: exampleId, brandId: exampleId, status: 2 },
  required: ["title", "description", "rewardType", "rewardValue", "categoryId", "brandId", "startDate", "endDate"],
})

/** Records of the modules. */
export const recordsCalls: Calls = {
  ...campaignCalls,
  "PUT /campaign/update": { ...campaignCalls["PUT /campaign/update"], value: undefined } as Call,
  ...upload("/campaign/media", "Campaigns"),

  ...recordCalls("brand", {
    query: { ...listQuery(brandSorts), ...owner, status: number, categoryId: id },
    list: page("brands", values.brandValue),
    value: values.brandValue,
    body: withOwner(brandBody),
    change: brandChange,
    example: {
      name: "Kıyı Kafe",
      categoryId: exampleId,
      contactPersons: ["Ali Vural"],
      emails: ["ali@kiyi.example"],
      phones: [""],
    },
    required: ["name"],
    removePath: "/brand/:id",
  }),
  ...upload("/brand/media", "Brands"),

  ...recordCalls("gift", {
    query: {
      ...listQuery(giftSorts),
      attention: z.enum(attentionReasons.gifts),
      ...owner,
      status: number,
      categoryId: id,
      validFrom: day,
      validTo: day,
    },
    list: page("gifts", values.giftItem),
    value: values.giftValue,
    body: withOwner(giftBody),
    change: giftChange,
    example: { cardName: "Yaz kartı", brandId: exampleId, maxUsage: 100, status: 1 },
    required: ["cardName"],
    removePath: "/gift/:id",
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
    summary: "Create a batch of codes",
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

  ...recordCalls("payment", {
    query: {
      ...listQuery(paymentSorts),
      ...owner,
      status: number,
      categoryId: id,
      used: z.enum(["true", "false"]),
    },
    list: page("payments", values.paymentValue),
    value: values.paymentValue,
    body: withOwner(paymentBody),
    change: paymentChange,
    example: { name: "Köprü Ödeme", website: "https://kopru.example", status: 1 },
    required: ["name"],
    removePath: "/payment/:id",
  }),
  ...upload("/payment/media", "Payments"),

  ...recordCalls("announcement", {
    query: {
      ...listQuery(announcementSorts(now)),
      attention: z.enum(attentionReasons.announcements),
      ...owner,
      ...period,
      status: text,
      type: number,
    },
    list: pageByStatus("announcements", values.announcementValue),
    value: values.announcementValue,
    body: withOwner(announcementBody),
    change: announcementChange,
    idMember: "announcementId",
    example: { ...titled, ...dates, body: "Servis saatleri değişiyor.", type: 0, status: 1 },
    required: ["title", "description", "body"],
  }),
  ...upload("/announcement/media", "Announcements"),

  ...recordCalls("draw", {
    query: {
      ...listQuery(drawSorts(now)),
      attention: z.enum(attentionReasons.draws),
      ...period,
      status: text,
      departmentId: id,
      tenantId: id,
    },
    list: pageByStatus("draws", values.drawItem),
    value: values.drawValue,
    body: drawBody,
    change: drawChange,
    example: {
      ...titled,
      ...dates,
      drawDate: "2026-05-02T09:00:00Z",
      tenantId: exampleId,
      method: 0,
      eligibility: 0,
      prizes: [{ name: "Kulaklık", type: 0, quantity: 2 }],
      status: 0,
    },
    required: ["title", "description", "prizes", "startDate", "endDate", "drawDate"],
  }),
  ...upload("/draw/media", "Draws"),

  ...recordCalls("survey", {
    query: {
      ...listQuery(surveySorts(now)),
      attention: z.enum(attentionReasons.surveys),
      ...owner,
      ...period,
      status: text,
      type: number,
    },
    list: pageByStatus("surveys", values.surveyItem),
    value: values.surveyValue,
    body: withOwner(surveyBody),
    change: surveyChange,
    example: { ...titled, ...dates, type: 0, questions: [{ text: "Ne kadar memnunsunuz?", type: "rating" }] },
    required: ["title"],
  }),

  ...recordCalls("feedback", {
    query: {
      ...listQuery(feedbackSorts),
      status: text,
      type: number,
      priority: number,
      category: number,
      tenantId: id,
      assignedTo: id,
      createdFrom: day,
      createdTo: day,
      overdue: z.enum(["true"]),
    },
    list: pageByStatus("feedbacks", values.feedbackItem),
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
    required: ["subject", "description"],
  }),
  "GET /feedback/stats": { tag: "Feedback", summary: "Figures", query: { tenantId: id }, value: values.feedbackStats },
  "PUT /feedback/status": {
    tag: "Feedback",
    summary: "Set the status, with an answer and notes",
    body: statusUpdate,
    example: { id: exampleId, status: 2, response: "Düzeltildi.", internalNotes: "Güzergâh değişti." },
    value: values.feedbackValue,
  },
  "PUT /feedback/assign": {
    tag: "Feedback",
    summary: "Assign a person, or remove the assignment",
    body: assignment,
    example: { id: exampleId, assignedTo: null },
    value: values.feedbackValue,
  },
  "POST /feedback/respond": {
    tag: "Feedback",
    summary: "Add a message to the conversation",
    body: reply,
    example: { feedbackId: exampleId, message: "Bakıyoruz.", isInternal: false },
    required: ["message"],
    value: values.feedbackValue,
  },
  ...upload("/feedback/media", "Feedback"),
}
