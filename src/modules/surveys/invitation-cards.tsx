import { useSnapshot } from "valtio"
import type { InvitationBatch } from "../../contract/surveys/answers"
import type { Named, Survey } from "../../contract/surveys/surveys"
import type { Qr } from "../../core/qr"
import { joinTexts } from "../../core/text/join-texts"
import { theme } from "../../state/theme"
import { Address, QrCode } from "../../ui/display/qr-code"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { printed } from "../../ui/overlays/print-sheet"
import { qrCodes } from "../qr/api"
import { answerUrl } from "./public-path"

type CardsProps = { survey: Named<Survey>; tokens: InvitationBatch["tokens"]; codes: readonly Qr[] }

const Cards = (props: CardsProps) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  const { title, tenantName, endDate } = props.survey
  const company = name || tenantName
  return (
    <ul className="print-cards invitation-cards">
      {props.tokens.map(({ token, departmentName }, index) => (
        <li key={token}>
          <QrCode qr={props.codes[index]} />
          <small>{joinTexts(company, departmentName)}</small>
          <b>{title}</b>
          <code translate="no">
            <Address url={answerUrl(token)} />
          </code>
          <small>
            {t("survey.cardText")} {endDate && t("survey.cardUntil", { date: format.date(endDate) })}
          </small>
        </li>
      ))}
    </ul>
  )
}

const PrintedCards = printed(Cards)

/** Cards to cut out and hand out, each with a link that answers once, as text and QR code. No card has a number or a name. */
export const InvitationCards = (props: Omit<CardsProps, "codes"> & { onDone: () => void }) => {
  const { data } = useQuery(
    qrCodes,
    props.tokens.map(({ token }) => answerUrl(token)),
  )
  return data && <PrintedCards {...props} codes={data} />
}
