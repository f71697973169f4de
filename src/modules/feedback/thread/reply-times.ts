import { authors, awaitsAnswer, dueDateOf, type Feedback } from "../../../contract/feedback"
import { formatDuration } from "../../../core/dates/duration"
import type { Translate } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"

/** Times within which feedback is answered, also where the API does not compute them (docs/contract.md#feedback-times). */

const minuteMs = 60_000

const firstAnswerMinutes = ({ createdDate, conversations }: Feedback): number | null => {
  const answer = conversations.find(({ type, isInternal }) => authors.name(type) === "admin" && !isInternal)
  const minutes = (Date.parse(answer?.createdDate ?? "") - Date.parse(createdDate ?? "")) / minuteMs
  return Number.isNaN(minutes) ? null : Math.max(0, Math.round(minutes))
}

/** The minutes until the first answer, or else the instant (epoch ms) by which staff are to answer; neither if none is due. */
const replyTimes = (feedback: Feedback): { answered?: number; due?: number } => {
  const answered = feedback.firstResponseMinutes ?? firstAnswerMinutes(feedback)
  if (answered !== null) return { answered }
  if (!awaitsAnswer({ status: feedback.status, firstResponseMinutes: null })) return {}
  const due = Date.parse(feedback.dueDate ?? dueDateOf(feedback) ?? "")
  return Number.isNaN(due) ? {} : { due }
}

/** Returns whether an answer is late, and the time that is left, exceeded or was taken; undefined if no answer is due. */
export const replyTimeText = (feedback: Feedback, now: number, t: Translate): { text: string; isLate: boolean } | undefined => {
  const { answered, due } = replyTimes(feedback)
  const durationOf = (ms: number) => formatDuration(ms, i18n.language())
  if (answered !== undefined) return { text: t("feedback.answeredIn", { time: durationOf(answered * minuteMs) }), isLate: false }
  if (due === undefined) return undefined
  const isLate = due < now
  const time = durationOf(due - now)
  return { text: `${t("feedback.replyDue")}: ${t(isLate ? "feedback.overdueBy" : "feedback.dueIn", { time })}`, isLate }
}
