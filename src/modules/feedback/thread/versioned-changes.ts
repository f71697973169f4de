import { type Attachment, type Feedback, feedbackOf } from "../../../contract/feedback"
import { isClash, merged } from "../../../core/form/merge"
import type { Answer } from "../../../core/http/http"
import { isConflict } from "../../../core/http/http-error"
import type { Loaded } from "../../../core/http/pages"
import { saveVersioned } from "../../../core/http/save-versioned"
import { getFeedback, updateFeedback } from "../api"
import type { Attached } from "./attachment-links"

/** Changes of feedback against the version that the person has seen (docs/contract.md#record-versions). */

/** Another person changed what this change would overwrite; `stored` is the current record. */
export class ClashError<D> extends Error {
  constructor(
    readonly stored: Loaded<Feedback>,
    readonly theirs: D,
  ) {
    super("clash")
  }
}

const currentOf = (error: unknown): Loaded<Feedback> | undefined => {
  if (!isConflict(error)) return undefined
  const received = error.value as object
  return { record: feedbackOf(received), version: error.version ?? "*", received }
}

type Change<D> = {
  seen: Loaded<Feedback>
  /** The members that are changed, as they are in a record. */
  membersOf: (record: Feedback) => D
  mine: D
  send: (draft: D, current: Loaded<Feedback>) => Promise<Answer>
}

/**
 * Sends a change of members. One of other members by somebody else, such as a new reply, does not stop it. Where the API has no
 * versions the record is read before.
 * @throws ClashError when somebody else changed the same members to other values
 */
export const sendMembers = async <D extends object>({ seen, membersOf, mine, send }: Change<D>): Promise<Answer> => {
  const base = membersOf(seen.record)
  return saveVersioned({
    seen: seen.version === undefined ? await getFeedback(seen.record.id) : seen,
    currentOf,
    send: current => {
      const theirs = membersOf(current.record)
      if (isClash(base, mine, theirs)) throw new ClashError(current, theirs)
      return send(merged(base, mine, theirs), current)
    },
  })
}

export type Files = readonly (Attached & Partial<Pick<Attachment, "id">>)[]

/** Sends a change of the files, which is made of those that are stored by then. */
export const sendFiles = (seen: Loaded<Feedback>, change: (files: Files) => Files): Promise<Answer> =>
  saveVersioned({
    seen,
    currentOf,
    send: async ({ record, version }) => {
      const attachments = change(record.attachments).map(({ id, name, url }) => ({ ...(id && { id }), name, url }))
      return updateFeedback(record.id, { attachments }, { version })
    },
  })
