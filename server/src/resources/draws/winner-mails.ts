import { randomUUID } from "node:crypto"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import type { WinnerMails } from "../../../../src/contract/draws/draws"
import { activeStatuses } from "../../../../src/core/codes"
import { may } from "../../auth/policy"
import { drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { type DrawRow, tenants, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { languageOf } from "../../http/messages"
import { requireId } from "../../http/request"
import { draw as drawKind } from "../../kinds/draw"
import { readOwn } from "../../records/find"
import { type NewMessage, queueMessages } from "../../records/messages"
import { json, route } from "../../routes/route"
import { named, text as textValue, total } from "../../routes/schemas"
import { textOf } from "../messages/mails"
import { loggedWinner, updateWinner, type WinnerRow } from "./drop-out"
import { stepParts, takeStep } from "./step"

/** Winners are told of their prizes by mail, each person once (docs/contract.md#winner-mails). */

type Told = { winners: WinnerRow[]; language: string; email: string }

/** Who holds a prize that no mail told of, by person; `unreached`: those without an account that is active. */
const readUntold = async (db: Database, { id, intent, round }: DrawRow) => {
  if (intent !== "drawn" || round === null) return { people: new Map<string, Told>(), unreached: 0 }
  const holdsPrize = and(eq(drawWinners.reserve, false), inArray(drawWinners.state, ["drawn", "notified"]))
  const rows = await db
    .select({ winner: drawWinners, person: users })
    .from(drawWinners)
    .leftJoin(users, and(eq(users.id, drawWinners.employeeId), isNull(users.deletedAt)))
    .where(and(eq(drawWinners.drawId, id), eq(drawWinners.round, round), holdsPrize, isNull(drawWinners.mailId)))
    .orderBy(asc(drawWinners.place))
  const people = new Map<string, Told>()
  const unreached = new Set<string>()
  for (const { winner, person } of rows) {
    if (person?.status !== activeStatuses.value("active")) {
      unreached.add(winner.employeeId)
      continue
    }
    const told = people.get(person.id) ?? { winners: [], language: person.language, email: person.email }
    told.winners.push(winner)
    people.set(person.id, told)
  }
  return { people, unreached: unreached.size }
}

const messageOf = ({ id, tenantId, title }: DrawRow, personId: string, winners: readonly WinnerRow[]) =>
  ({
    type: "winner",
    personId,
    tenantId,
    about: id,
    path: `go/draw/${id}`,
    params: { title, prizes: winners.map(({ prize }) => prize).join("\n") },
  }) satisfies NewMessage

const winnerMails = named("WinnerMails", {
  people: total,
  unreached: total,
  subject: textValue,
  text: textValue,
}) satisfies z.ZodType<WinnerMails>

/** What would be sent now, with the words that the first person would get. */
const preview = async (c: Context<Env>, draw: DrawRow): Promise<WinnerMails> => {
  const deps = c.get("deps")
  const { people, unreached } = await readUntold(deps.db, draw)
  const [first] = people
  if (!first) return { people: 0, unreached, subject: "", text: "" }
  const [personId, { winners, language, email }] = first
  const { type, path, params } = messageOf(draw, personId, winners)
  const owner = draw.tenantId ? await deps.db.query.tenants.findFirst({ where: eq(tenants.id, draw.tenantId) }) : undefined
  const { subject, text } = textOf(
    deps,
    languageOf(language, deps.config.defaultLanguage),
    type,
    { path, params },
    { email, company: owner?.name },
  )
  return { people: people.size, unreached, subject, text }
}

export const readWinnerMails = route.get("/draw/:id/winner-mails", may("read", "draws"), {
  summary: "How many winners would be told of their prizes by mail, and the words of the first mail",
  answer: winnerMails,
  handler: async ({ c, params }) => ({ value: await preview(c, (await readOwn(c, drawKind, requireId(params.id))).row) }),
})

export const sendWinnerMails = route.post("/draw/:id/winner-mails", may("run", "draws"), {
  ...stepParts,
  summary: "Tell the winners who have not been told of their prizes by mail",
  body: json(z.object({})),
  handler: ({ c, params }) =>
    takeStep(c, {
      drawId: params.id,
      name: "winner",
      given: {},
      isFree: true,
      work: async (tx, draw, now) => {
        if (draw.intent !== "drawn" || draw.round === null) return refuse({ kind: "conflict", key: "draw.notDrawn" })
        const { people } = await readUntold(tx, draw)
        if (!people.size) return undefined
        const log = []
        for (const [personId, { winners }] of people) {
          const messageId = randomUUID()
          await queueMessages(tx, new Date(now), [{ ...messageOf(draw, personId, winners), messageId }])
          for (const winner of winners) {
            const isNew = winner.state === "drawn"
            await updateWinner(tx, winner, { mailId: messageId, ...(isNew && { state: "notified", stateAt: new Date(now) }) })
            const after = { ...loggedWinner({ ...winner, state: "notified" }), byMail: true }
            log.push({ action: "winner" as const, before: loggedWinner(winner), after })
          }
        }
        return { log }
      },
    }),
})
