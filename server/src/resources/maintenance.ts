import { z } from "zod"
import { type Maintenance, maxText, rules } from "../../../src/contract/maintenance"
import { validate } from "../../../src/core/rules"
import { platform } from "../auth/policy"
import { booleanOr, instant as givenInstant, trimmed } from "../http/body"
import { announcedNow, presentAnnounced } from "../http/maintenance"
import { announce, lift } from "../records/maintenance"
import { json, literalTrue, route } from "../routes/route"
import { instant, named, text } from "../routes/schemas"

/** What the platform announces to everybody (docs/contract.md#maintenance). */

const announced = named("Maintenance", {
  text,
  textEn: text,
  startDate: instant.nullable(),
  endDate: instant.nullable(),
  isReadOnly: z.boolean(),
}) satisfies z.ZodType<Maintenance>

const get = route.get("/maintenance", "everybody", {
  summary: "The maintenance that is announced; null without one",
  answer: announced.nullable(),
  handler: async ({ deps }) => {
    const found = await announcedNow(deps)
    return { value: found ? presentAnnounced(found) : null }
  },
})

const put = route.put("/maintenance", platform, {
  summary: "Announce maintenance, in place of what was announced",
  body: json(
    z.object({
      text: trimmed(maxText),
      textEn: trimmed(maxText),
      startDate: givenInstant,
      endDate: givenInstant,
      isReadOnly: booleanOr(false),
    }),
  ),
  required: ["text"],
  example: {
    text: "Saat 22.00’de bakım yapılacak.",
    textEn: "Maintenance at 22:00.",
    startDate: "2026-12-01T19:00:00Z",
    endDate: null,
    isReadOnly: true,
  },
  answer: announced,
  handler: async ({ c, deps, body }) => {
    const draft = await body(given => validate(rules, given))
    return { value: presentAnnounced(await announce(c, deps.db, draft)) }
  },
})

const remove = route.delete("/maintenance", platform, {
  summary: "Lift the maintenance that is announced",
  answer: literalTrue,
  handler: async ({ c, deps }) => {
    await lift(c, deps.db)
  },
})

export const maintenance = [get, put, remove]
