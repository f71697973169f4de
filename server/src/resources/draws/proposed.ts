import type { Context } from "hono"
import type { z } from "zod"
import type { Database } from "../../db/open"
import { entryChangesOf, type ProposedStep } from "../../db/proposed-step"
import type { DrawRow } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { makeEntryChanges } from "./entries"
import { type lockBody, lockWork, seenParticipants } from "./lock"
import { type runBody, runWork } from "./run"
import { storeChange, type Work } from "./step"
import { type voidBody, voidWork } from "./void"
import { winnerWork } from "./winner"

const workOf = (c: Context<Env>, { name, given }: ProposedStep): Work | undefined => {
  switch (name) {
    case "lock":
      return lockWork(c, given as z.infer<typeof lockBody>)
    case "run":
      return runWork(c, given as z.infer<typeof runBody>)
    case "void":
      return voidWork(given as z.infer<typeof voidBody>)
    case "winner":
      return winnerWork(given as Parameters<typeof winnerWork>[0])
    case "entries":
      return undefined
  }
}

/**
 * Takes a step that a second person confirms, in a transaction that holds the draw's row.
 * @throws Refusal 409 when other people take part than when it was sent, and as the step itself
 */
export const takeProposedStep = async (c: Context<Env>, tx: Database, draw: DrawRow, step: ProposedStep) => {
  const work = workOf(c, step)
  if (!work) {
    await makeEntryChanges(c, tx, draw, entryChangesOf(step))
    return { etag: String(draw.version) }
  }
  const now = c.get("deps").clock()
  const isSame = !step.participants || (await seenParticipants(c)(tx, draw))?.hash === step.participants.hash
  if (!isSame) refuse({ kind: "conflict", key: "api.proposalOutdated" })
  const change = await work(tx, draw, now)
  if (change) await storeChange(c, tx, draw, change, now)
  return { etag: String(draw.version + (change ? 1 : 0)) }
}
