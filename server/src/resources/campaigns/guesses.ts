import type { Context } from "hono"
import type { Env } from "../../http/context"
import { enforceLimit } from "../../http/rate-limit"

/** Unknown codes that a program or a person may try in an hour: tills mistype some, and nobody finds one by trying. */
const limit = { name: "unknown codes", calls: 300, windowMs: 3_600_000 }

/** Counts unknown codes of the caller. @param guesses 0 asks whether there were too many. @throws Refusal 429 */
export const countGuesses = (c: Context<Env>, guesses: number) => {
  const { token, userId } = c.get("actor")
  return enforceLimit(c.get("deps"), { ...limit, cost: guesses }, token?.id ?? userId)
}
