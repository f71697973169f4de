import { useCallback, useEffect, useRef, useState } from "react"
import { answerErrors, type RespondentState, type RespondentSurvey } from "../../../contract/surveys/answers"
import { HttpError } from "../../../core/http/http-error"
import type { Answers } from "../../../modules/surveys/answer-fields/answer-fields"
import { type AnswerStore, openAnswerStore } from "./answer-store"
import { readSurvey } from "./respondent-calls"

/** What a survey that takes no answers of this respondent looks like to them. `late`: it was closed before the answers arrived. */
export type UnavailableReason = "answered" | "notYet" | "closed" | "late"

/**
 * What the page shows. `refusal`: why the server did not take the answers; the survey was read again since. `round` counts the
 * times that it was read.
 */
type Phase =
  | { at: "loading" }
  | { at: "failed"; error: unknown }
  | { at: "open"; survey: RespondentSurvey; answers: Answers; store: AnswerStore; round: number; refusal?: HttpError }
  | { at: "unavailable"; survey: RespondentSurvey; state: UnavailableReason }
  | { at: "sent"; survey: RespondentSurvey }

/** Returns the answers that the questions still offer. */
const fittingAnswers = ({ questions }: RespondentSurvey, answers: Answers): Answers => {
  const errors = answerErrors(questions, answers)
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !errors[id]))
}

/** Returns the phase of a survey that is not open. Stored answers are removed once it is answered or closed. */
const shutPhase = (survey: RespondentSurvey, state: Exclude<RespondentState, "open">, store: AnswerStore): Phase => {
  const kept = store.read()
  if (state !== "notYet") store.remove()
  // A used token whose answers were sent without an answer: those were the ones that arrived.
  if (state === "answered" && kept?.isUncertain) return { at: "sent", survey }
  return { at: "unavailable", survey, state: state === "closed" && kept ? "late" : state }
}

/**
 * Reads the survey of a token and the answers that this browser keeps for it.
 * @param token undefined: the address has none
 */
export const useRespondent = (token: string | undefined) => {
  const [phase, setPhase] = useState<Phase>({ at: "loading" })
  const running = useRef<AbortController>(undefined)
  const opened = useRef<Promise<AnswerStore>>(undefined)
  const round = useRef(0)

  const load = useCallback(
    async (refusal?: HttpError) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      try {
        if (!token) throw new HttpError({ kind: "http", status: 404 })
        opened.current ??= openAnswerStore(token)
        const [survey, store] = await Promise.all([readSurvey(token, control.signal), opened.current])
        if (control.signal.aborted) return
        round.current++
        const answers = fittingAnswers(survey, store.read()?.answers ?? {})
        setPhase(
          survey.state === "open"
            ? { at: "open", survey, answers, store, round: round.current, ...(refusal && { refusal }) }
            : shutPhase(survey, survey.state, store),
        )
      } catch (error) {
        if (!control.signal.aborted) setPhase({ at: "failed", error })
      }
    },
    [token],
  )

  useEffect(() => {
    load()
    return () => running.current?.abort()
  }, [load])

  return {
    phase,
    retry: () => {
      setPhase({ at: "loading" })
      load()
    },
    /** Reads the survey again after the server did not take the answers. */
    recheck: load,
    sent: (survey: RespondentSurvey) => setPhase({ at: "sent", survey }),
  }
}
