import type { RespondentSurvey } from "../../../contract/surveys/answers"
import { smallestGroup } from "../../../contract/surveys/report"
import { Card } from "../../../ui/display/card"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { Empty } from "../../../ui/placeholders/empty"
import type { UnavailableReason } from "./use-respondent"

/** Shown once the answers have arrived: how they are used. */
export const Thanks = ({ isTest }: Pick<RespondentSurvey, "isTest">) => {
  const t = useT()
  const title = t(isTest ? "answering.testDone" : "answering.thanks")
  return (
    <Card label={title}>
      <Empty
        tone="accent"
        icon="check"
        title={title}
        text={isTest ? t("answering.testText") : t("answering.thanksText", { size: smallestGroup })}
      />
    </Card>
  )
}

/** A survey that takes no answers of this respondent now, with the reason. */
export const UnavailableSurvey = ({ survey, state }: { survey: RespondentSurvey; state: UnavailableReason }) => {
  const t = useT()
  const format = useFormat()
  const notYet = survey.startDate
    ? t("answering.notYetFrom", { date: format.dateTime(survey.startDate) })
    : t("answering.notYetText")
  const shown = {
    answered: { icon: "check" as const, title: t("answering.used"), text: t("answering.usedText") },
    notYet: { icon: "clock" as const, title: t("answering.notYet"), text: notYet },
    closed: { icon: "lock" as const, title: t("answering.closed"), text: t("answering.closedText") },
    late: { icon: "lock" as const, title: t("answering.closed"), text: t("answering.closedLate") },
  }[state]
  return (
    <Card label={shown.title}>
      <Empty {...shown} />
    </Card>
  )
}
