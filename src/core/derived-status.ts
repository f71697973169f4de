import type { Code, Codes } from "./codes"

/**
 * A status that follows from what is stored of it (the intent), the record's period and the current time. A table of cases describes
 * it: the functions here read it, and the server's SQL is made of it (server/src/db/status.ts).
 */

/** When a record has a status; `begun` and `over`: of its period, absent: either way. A missing start has begun, a missing end is never over. */
export type When<I extends string> = { intent: I | readonly I[]; begun?: boolean; over?: boolean }

type Dated = { startDate?: string | null; endDate?: string | null }

export type DerivedStatus<N extends string = string, I extends string = string> = {
  codes: Codes<N>
  /** For each status the cases in which a record has it; of all cases exactly one holds. */
  cases: { readonly [Name in N]: readonly When<I>[] }
  /** The wire number at `now`, epoch ms. */
  at(record: Dated & { intent: I }, now: number): number
  /** The wire number that a draft would have if it were saved at `now`; an unknown or missing status is unchanged. */
  of(draft: Dated & { status: Code }, now: number): Code
  /** What is stored of a written status; of an unknown one `byDefault`. */
  intentOf(status: Code): I
  /** The status with which a stored record is edited: the one that it has during its period. */
  writtenOf(intent: I): number
}

export const intentsOf = <I extends string>({ intent }: When<I>): readonly I[] => [intent].flat() as I[]

/** @param byDefault the intent of a status that is none of the table's */
export const derivedStatus = <N extends string, I extends string>(
  codes: Codes<N>,
  byDefault: NoInfer<I>,
  cases: { [Name in N]: readonly When<I>[] },
): DerivedStatus<N, I> => {
  const lines = codes.names.flatMap(name => cases[name].map(when => ({ name, ...when, intents: intentsOf(when) })))
  const find = (intent: I, begun: boolean, over: boolean) => {
    const found = lines.find(
      when => when.intents.includes(intent) && (when.begun ?? begun) === begun && (when.over ?? over) === over,
    )
    if (!found) throw new Error(`No status for ${intent}.`)
    return codes.value(found.name)
  }
  const at = ({ intent, startDate, endDate }: Dated & { intent: I }, now: number) =>
    find(intent, !(now < Date.parse(startDate ?? "")), now >= Date.parse(endDate ?? ""))
  const intentOf = (status: Code) => {
    const name = codes.name(status)
    return lines.find(line => line.name === name)?.intents[0] ?? byDefault
  }
  return {
    codes,
    cases,
    at,
    of: ({ status, ...dates }, now) => (codes.name(status) ? at({ ...dates, intent: intentOf(status) }, now) : status),
    intentOf,
    writtenOf: intent => find(intent, true, false),
  }
}
