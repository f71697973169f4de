import { type Feedback, feedbackOf } from "../../../contract/feedback"
import type { Answer } from "../../../core/http/http"
import type { Loaded } from "../../../core/http/pages"
import { isSameJson } from "../../../core/json"
import { isConflict } from "../../../ui/forms/use-form"
import { getFeedback } from "../api"

/** Another person changed what this change would overwrite; `stored` is the current record. */
export class ClashError<D> extends Error {
  constructor(
    readonly stored: Loaded<Feedback>,
    readonly theirs: D,
  ) {
    super("clash")
  }
}

type Change<D> = {
  /** The record as the person has seen it. */
  seen: Loaded<Feedback>
  /** The members that are changed, as they are in a record. */
  membersOf: (record: Feedback) => D
  mine: D
  send: (draft: D, seen: Loaded<Feedback>) => Promise<Answer>
}

const membersIn = <D extends object>(draft: D) => Object.keys(draft) as (keyof D)[]

/**
 * Sends a change against the version that the person has seen (docs/contract.md#record-versions). A change of other members by
 * somebody else, such as a new reply, does not stop it: it is sent again against the newer version. Where the API has no
 * versions the record is read before.
 * @throws ClashError when somebody else changed the same members to other values
 */
export const sendChange = async <D extends object>({ seen, membersOf, mine, send }: Change<D>): Promise<Answer> => {
  const base = membersOf(seen.record)
  const isOutdated = (member: keyof D, theirs: D) => !isSameJson(theirs[member], base[member])
  const resolved = (current: Loaded<Feedback>) => {
    const theirs = membersOf(current.record)
    const clashes = membersIn(mine).filter(
      member =>
        isOutdated(member, theirs) && !isSameJson(mine[member], theirs[member]) && !isSameJson(mine[member], base[member]),
    )
    if (clashes.length) throw new ClashError(current, theirs)
    const kept = membersIn(mine).filter(member => isSameJson(mine[member], base[member]))
    return { ...mine, ...Object.fromEntries(kept.map(member => [member, theirs[member]])) }
  }
  if (seen.version === undefined) {
    const current = await getFeedback(seen.record.id)
    return send(resolved(current), current)
  }
  try {
    return await send(mine, seen)
  } catch (error) {
    if (!isConflict(error)) throw error
    const received = error.value as object
    const current = { record: feedbackOf(received), version: error.version ?? "*", received }
    return sendChange({ seen: current, membersOf, mine: resolved(current), send })
  }
}
