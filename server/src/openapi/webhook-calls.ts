import { z } from "zod"
import {
  type Delivery,
  deliveryErrors,
  deliveryStates,
  type Webhook,
  webhookStates,
  webhookTypes,
} from "../../../src/contract/webhooks"
import { type Calls, exampleId, literalTrue, page, paged, tagged } from "../records/call"
import { resendBody, webhookBody, webhookChange } from "../resources/webhooks"
import { id, instant, named, text, total } from "./values"

const webhook = named("Webhook", {
  id,
  url: text,
  description: text,
  events: z.array(z.enum(webhookTypes as [string, ...string[]])),
  state: z.enum(webhookStates),
  failingSince: instant.nullable(),
  oldSecretUntil: instant.nullable(),
  waiting: total,
  failed: total,
  lastDeliveryAt: instant.nullable(),
  ownerName: text,
  version: total,
  createdAt: instant,
}) satisfies z.ZodType<Webhook>

const delivery = named("Delivery", {
  id,
  type: text,
  recordId: id.nullable(),
  createdAt: instant,
  state: z.enum(deliveryStates),
  tries: total,
  nextTryAt: instant.nullable(),
  triedAt: instant.nullable(),
  status: total.nullable(),
  ms: total.nullable(),
  error: z.enum(deliveryErrors).nullable(),
  answer: text,
  body: text,
}) satisfies z.ZodType<Delivery>

/** Webhooks. */
export const webhookCalls: Calls = tagged("Webhooks", {
  "GET /webhook": { summary: "The endpoints of the own company, or of the platform", value: z.array(webhook) },
  "POST /webhook": {
    summary: "Add an endpoint; the answer alone has its secret",
    body: webhookBody,
    example: {
      url: "https://payroll.example.com/hooks",
      description: "Bordro",
      events: ["employee.created", "employee.deactivated"],
    },
    required: ["url", "events"],
    value: z.object({ webhook, secret: text }),
  },
  "PUT /webhook/:id": { summary: "Change an endpoint", body: webhookChange, example: { state: "paused" }, value: webhook },
  "DELETE /webhook/:id": { summary: "Delete an endpoint", value: literalTrue },
  "POST /webhook/:id/test": { summary: "Send a ping at once", value: delivery },
  "POST /webhook/:id/secret": {
    summary: "Make a new secret; the old one signs too for a day",
    value: z.object({ secret: text }),
  },
  "GET /webhook/:id/deliveries": {
    summary: "What was sent to an endpoint, newest first",
    query: { ...paged, state: z.enum(deliveryStates), type: text },
    value: page("deliveries", delivery),
  },
  "POST /webhook/:id/resend": {
    summary: "Send one delivery again, or all that failed since an instant",
    body: resendBody,
    example: { deliveryId: exampleId },
    value: z.object({ count: total }),
  },
})
