import { useRef } from "react"
import type { Reminders as Sent } from "../../contract/surveys/answers"
import { randomId } from "../../core/hashing/random-id"
import { confirmation } from "../../state/instances"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { sendReminder } from "./api"

/** When people were reminded, and the next reminder, or from when it may be sent (docs/contract.md#survey-answers). */
export const Reminders = ({
  id,
  sent: { sentAt, mails, nextAt, planned = [] },
  mayRemind,
}: {
  id: string
  sent: Sent
  mayRemind: boolean
}) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  /** A repetition of a call whose answer was lost reminds nobody twice. */
  const key = useRef(randomId())
  const remind = async () => {
    const text = t("survey.reminder.text", { count: mails })
    if (!(await confirmation.ask({ title: t("survey.reminder.title"), text, confirmLabel: t("survey.reminder.send") }))) return
    try {
      await sendReminder(id, { idempotencyKey: key.current })
      key.current = randomId()
      notifySuccess(t("survey.reminder.sending"))
    } catch (error) {
      notifyFailure(error, "survey.reminder.failed")
    }
  }
  const next = planned.filter(({ skipped }) => !skipped)
  const isDue = nextAt !== null && Date.parse(nextAt) <= now
  return (
    <>
      {sentAt.length > 0 && (
        <p className="subtle small">{t("survey.reminder.sent", { dates: sentAt.map(at => format.date(at)).join(", ") })}</p>
      )}
      {next.length > 0 && (
        <p className="subtle small">
          {t("survey.remind.planned", {
            dates: next
              .map(({ at, day }) => (at ? format.dateTime(at) : t("survey.remind.afterInvitation", { count: day })))
              .join(", "),
          })}
        </p>
      )}
      {planned.map(
        ({ at, day, skipped }) =>
          skipped &&
          at && (
            <p key={day} className="subtle small">
              {t(`survey.remind.${skipped}`, { date: format.date(at) })}
            </p>
          ),
      )}
      {mayRemind && nextAt !== null && !isDue && (
        <p className="subtle small">{t("survey.reminder.from", { date: format.dateTime(nextAt) })}</p>
      )}
      {mayRemind && isDue && (
        <Button icon="mail" onClick={remind}>
          {t("survey.reminder.send")}
        </Button>
      )}
    </>
  )
}
