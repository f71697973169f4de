import { useState } from "react"
import { newcomerDays, smallestGroup, smallestNewcomerGroup } from "../../contract/surveys/report"
import { toInstant } from "../../core/dates/dates"
import { config } from "../../state/config"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { useCan } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { type Audience, getOutlook } from "./api"

type Props = {
  audience: Audience
  startDate: string
  /** Sets the start; absent: it cannot be changed here. */
  onStart?: (startDate: string) => void
}

/**
 * Before a survey is published: what its report will show where many of the people are newcomers, and the start from which it
 * shows departments (docs/contract.md#survey-report). Nothing where the server does not know.
 */
export const Outlook = ({ audience, startDate, onStart }: Props) => {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery(getOutlook, audience, useCan("surveys.outlook"))
  // While an audience is changed, the notice stays as it was.
  const [kept, setKept] = useState(data)
  if (data && data !== kept) setKept(data)
  const outlook = data ?? kept
  if (!outlook?.departmentsFrom || outlook.report === "departments") return null
  const { report, newcomers, people, departmentsFrom } = outlook
  const date = format.date(departmentsFrom)
  const isLater = Date.parse(startDate) >= Date.parse(toInstant(departmentsFrom, "00:00", config.timeZone))
  if (isLater) return <Alert tone="success" title={t("survey.outlook.later", { date })} />
  const counts = {
    count: newcomers,
    people: format.number(people),
    days: newcomerDays,
    group: smallestNewcomerGroup,
    others: smallestGroup,
  }
  return (
    <Alert
      tone="warning"
      title={t("survey.outlook.title", counts)}
      text={`${t(`survey.outlook.${report}`, counts)} ${t("survey.outlook.from", { date })}`}
      actions={
        onStart && (
          <Button size="sm" icon="calendar" onClick={() => onStart(toInstant(departmentsFrom, "09:00", config.timeZone))}>
            {t("survey.outlook.start", { date })}
          </Button>
        )
      }
    />
  )
}
