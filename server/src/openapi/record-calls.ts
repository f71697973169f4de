import { z } from "zod"
import { draw } from "../kinds/draw"
import { feedback } from "../kinds/feedback"
import { type Calls, exampleId, id, paged, recordCalls, tagged, text, total, upload } from "../records/call"
import { drawChange, drawList, newDrawBody } from "../resources/draws/routes"
import { assignment, feedbackBody, feedbackChange, reply, statusUpdate } from "../resources/feedback/input"
import { feedbackList } from "../resources/feedback/list"
import { feedbackStats } from "../resources/feedback/values"
import { batchBody } from "../resources/gifts/codes"
import { useBody } from "../resources/gifts/uses"
import * as values from "./values"

/** Records of the modules. */
export const recordsCalls: Calls = {
  ...tagged("Gifts", {
    "GET /gift/:id/codes": {
      summary: "List of one gift card’s codes",
      query: { ...paged, keyword: text, batchId: id },
      value: z.object({ codes: z.array(values.giftCode), totalCount: total, batches: z.array(values.giftBatch) }),
    },
    "POST /gift/:id/codes": {
      summary: "Create a batch of codes",
      body: batchBody,
      example: { count: 10, pattern: "YAZ-####-####" },
      value: z.object({ batchId: id, count: total }),
    },
    "GET /gift/:id/uses": {
      summary: "List of one gift card’s uses",
      query: paged,
      value: z.object({ uses: z.array(values.giftUse), totalCount: total, used: total, maxUsage: total.nullable() }),
    },
    "POST /gift/:id/uses": {
      summary: "Record a use, or correct one",
      body: useBody,
      example: { amount: 1, note: "Kasada kullanıldı" },
      value: values.giftUse,
    },
  }),

  ...recordCalls("draw", {
    query: drawList.query,
    list: drawList.value,
    value: draw.value,
    body: newDrawBody,
    change: drawChange,
    example: draw.example,
    required: ["title", "description", "prizes", "startDate", "endDate", "drawDate"],
  }),
  ...upload("/draw/media", "Draws"),

  ...recordCalls("feedback", {
    query: feedbackList.query,
    list: feedbackList.value,
    value: feedback.value,
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
  ...tagged("Feedback", {
    "GET /feedback/stats": { summary: "Figures", query: { tenantId: id }, value: feedbackStats },
    "PUT /feedback/status": {
      summary: "Set the status, with an answer and notes",
      body: statusUpdate,
      example: { id: exampleId, status: 2, response: "Düzeltildi.", internalNotes: "Güzergâh değişti." },
      value: feedback.value,
    },
    "PUT /feedback/assign": {
      summary: "Assign a person, or remove the assignment",
      body: assignment,
      example: { id: exampleId, assignedTo: null },
      value: feedback.value,
    },
    "POST /feedback/respond": {
      summary: "Add a message to the conversation",
      body: reply,
      example: { feedbackId: exampleId, message: "Bakıyoruz.", isInternal: false },
      required: ["message"],
      value: feedback.value,
    },
  }),
  ...upload("/feedback/media", "Feedback"),
}
