import { useSnapshot } from "valtio"
import type { InvitationBatch } from "../../contract/survey-answers"
import type { Named, Survey } from "../../contract/surveys"
import { theme } from "../../state/theme"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { printed } from "../../ui/overlays/print-sheet"
import { answerUrl } from "./public-path"

const Cards = (props: { survey: Named<Survey>; tokens: InvitationBatch["tokens"] }) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  const { title, tenantName, endDate } = props.survey
  const company = name || tenantName
  return (
    <ul className="invitation-cards">
      {props.tokens.map(({ token, departmentName }) => (
        <li key={token}>
          <small>{[company, departmentName].filter(Boolean).join(" · ")}</small>
          <b>{title}</b>
          <code>{answerUrl(token)}</code>
          <small>
            {t("survey.cardText")} {endDate && t("survey.cardUntil", { date: format.date(endDate) })}
          </small>
        </li>
      ))}
    </ul>
  )
}

/** Cards to cut out and hand out, each with a link that answers once. No card has a number or a name. */
export const InvitationCards = printed(Cards)
