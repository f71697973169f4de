import { z } from "zod"
import { type Calls, day, id, literalTrue, page, paged, tagged, text } from "../records/call"
import { chatBody } from "../resources/ai/input"
import { qrBody } from "../resources/qr/routes"
import { tokenBody } from "../resources/tokens"
import { viewBody, viewChange } from "../resources/views"
import * as values from "./values"

/** Probes, metrics, mail of the demonstration, pictures, dashboard, history, undo, access tokens and AI. */
export const operationCalls: Calls = {
  ...tagged("Operations", {
    "GET /healthz": { summary: "Whether the process is alive", bare: { type: "text/plain", schema: text } },
    "GET /readyz": { summary: "Whether the process can answer calls", bare: { type: "text/plain", schema: text } },
    "GET /metrics": { summary: "Metrics for Prometheus, with METRICS_TOKEN", bare: { type: "text/plain", schema: text } },
    "GET /openapi.json": {
      summary: "This document",
      bare: { type: "application/json", schema: z.looseObject({ openapi: text }) },
    },
    "GET /outbox": {
      summary: "Mails of a demonstration, newest first",
      bare: {
        type: "application/json",
        schema: z.array(z.object({ to: text, subject: text, text, code: text.nullable(), createdAt: values.instant })),
      },
    },
  }),
  ...tagged("Media", {
    "GET /media/:name": { summary: "A picture", bare: { type: "image/*", schema: text.meta({ format: "binary" }) } },
    "POST /qr": {
      summary: "QR codes of 1 to 100 texts, in their order",
      body: qrBody,
      example: { texts: ["https://console.example.com/go/draw/3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11"] },
      value: z.array(values.qr),
    },
  }),
  ...tagged("Dashboard", {
    "GET /api/dashboard/stats": { summary: "Figures of all records within reach", value: values.dashboardStats },
    "GET /api/dashboard": { summary: "Numbers of companies and people within reach", value: values.dashboardFigures },
    "GET /api/dashboard/attention": {
      summary: "What needs attention today within reach, most urgent first",
      value: values.attention,
    },
    "GET /api/dashboard/user-metrics": {
      summary: "People within reach by role, department and month",
      value: values.userMetrics,
    },
  }),
  ...tagged("Records", {
    "GET /view": {
      summary: "Saved views of lists: one’s own, and those that others of the company share",
      value: z.array(values.view),
    },
    "POST /view": {
      summary: "Save a view",
      body: viewBody,
      example: { list: "campaigns", name: "Bu ay bitenler", search: "endDate=@thisMonth&sortBy=endDate&sortOrder=asc" },
      required: ["list", "name"],
      value: values.view,
    },
    "PUT /view/:id": { summary: "Change one’s own view", body: viewChange, example: { isShared: true }, value: values.view },
    "DELETE /view/:id": { summary: "Delete one’s own view", value: literalTrue },
    "GET /audit/list": {
      summary: "The history of changes, newest first",
      query: {
        page: paged.page,
        pageSize: paged.pageSize,
        sortOrder: z.enum(["asc", "desc"]).default("desc"),
        keyword: text.meta({ description: "A part of the name or e-mail address of the person, or of the record’s text." }),
        entity: text,
        entityId: id,
        action: text,
        actor: text.meta({ description: "An id, or a part of an e-mail address." }),
        upload: text.meta({ description: "The `entityId` of an entry of a bulk upload: the entries of its rows." }),
        tenantId: text.meta({ description: "The id of a company, or `platform`." }),
        from: day,
        to: day,
      },
      value: page("entries", values.auditEntry),
    },
    "POST /audit/:entryId/restore": { summary: "Return a record to the version of an entry", value: literalTrue },
    "POST /undo/:token": { summary: "Undo a change by its Undo-Token", value: literalTrue },
  }),
  ...tagged("Connections", {
    "GET /token": { summary: "Access tokens of the company, or of the platform", value: z.array(values.accessToken) },
    "POST /token": {
      summary: "Create an access token; no other answer has its secret",
      body: tokenBody,
      example: { name: "Bordro aktarımı", scopes: ["employees.read"], days: 90 },
      required: ["name", "scopes"],
      value: z.object({ token: values.accessToken, secret: text }),
    },
    "DELETE /token/:id": { summary: "Revoke an access token at once", value: literalTrue },
  }),
  ...tagged("AI", {
    "POST /ai/chat/completions": {
      summary: "Forward a chat completion to the AI service",
      body: chatBody,
      example: {
        messages: [{ role: "user", content: "Bir anket hazırla." }],
        temperature: 0.7,
        response_format: { type: "json_object" },
      },
      bare: { type: "application/json", schema: z.looseObject({}) },
    },
  }),
}
