import { z } from "zod"
import { type Calls, day, id, literalTrue, page, paged, tagged, text } from "../records/call"
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
  ...tagged("Records", {
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
}
