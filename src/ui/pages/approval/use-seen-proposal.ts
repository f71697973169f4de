import { useEffect, useRef, useState } from "react"
import { HttpError } from "../../../core/http/http"
import { isConflict } from "../../../core/http/http-error"
import { cache } from "../../../state/instances"
import type { Approval, Decision, SeenProposal } from "./approval"
import { useProposal } from "./approval"

/** The outcome of a decision: it was made, or the person has to look at what there is instead. */
type Outcome = "made" | "changed"

/**
 * The change of a record as the person has seen it, and the decision about it, which names the version that was shown first. After a
 * refused decision it names the version that is shown then (docs/contract.md#approvals).
 * @param state the record's `approval`
 */
export const useSeenProposal = (approval: Approval, { id, state }: { id: string; state: string | undefined }) => {
  const { hasOne, ...entry } = useProposal(approval, { id, state })
  const [seen, setSeen] = useState<{ first: SeenProposal; version: string | undefined }>()
  const [isGone, setGone] = useState(false)
  const [isDecided, setDecided] = useState(false)
  const [focusRequest, setFocusRequest] = useState(0)
  const notice = useRef<HTMLDivElement>(null)
  const { data } = entry
  // What an earlier page has left in the cache is not what the person is about to see.
  if (data && !seen && !entry.loading) setSeen({ first: data, version: data.version })
  if (!hasOne && seen && isDecided) {
    setSeen(undefined)
    setDecided(false)
  }
  useEffect(() => {
    if (focusRequest) notice.current?.focus()
  }, [focusRequest])

  const reload = () => cache.load(approval.proposal, id).catch(() => undefined)

  /** @throws what the call throws, unless another change or none waits by now */
  const decide = async (decision: Decision, comment?: string): Promise<Outcome> => {
    if (!seen) return "changed"
    try {
      await approval.decide(id, decision, { version: seen.version, comment })
    } catch (error) {
      if (isConflict(error)) {
        await reload()
        setSeen({ first: seen.first, version: error.version })
      } else if (error instanceof HttpError && error.status === 404) setGone(true)
      else throw error
      return "changed"
    }
    const now = decision === "return" ? await reload() : undefined
    if (now) setSeen({ first: now, version: now.version })
    else setDecided(true)
    return "made"
  }

  return {
    entry,
    first: seen?.first,
    /** Whether the change that was shown has ended, other than by a decision made here. */
    isEnded: seen !== undefined && !isDecided && (isGone || !hasOne),
    isShown: hasOne && !isDecided,
    decide,
    /** The element with what the person has to look at, and the function that moves the focus there. */
    notice,
    focusNotice: () => setFocusRequest(count => count + 1),
  }
}

export type Seen = ReturnType<typeof useSeenProposal>
