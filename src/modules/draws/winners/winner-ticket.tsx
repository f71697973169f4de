import type { ReactNode } from "react"
import { ticketText } from "../../../contract/draw-proof/lock"
import type { Winner } from "../../../contract/draws/draws"
import { CodeBadge } from "../../../ui/display/badge"
import { Icon } from "../../../ui/display/icons/icon"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { stateLook } from "../resource"

/** A winner as a ticket (docs/console.md#layout). @param number position among the winners, from 1 */
export const WinnerTicket = ({ winner, number, menu }: { winner: Winner; number: number; menu?: ReactNode }) => {
  const t = useT()
  const format = useFormat()
  return (
    <li className="winner-ticket">
      <div>
        <span className="winner-ticket__number">{format.number(number)}</span>
        <div className="winner-ticket__body">
          <PersonIdentity picture={<Avatar name={winner.name} size="lg" />} note={winner.departmentName}>
            <b>{winner.name}</b>
          </PersonIdentity>
          <p className="winner-ticket__prize">
            <Icon name="gift" size="sm" />
            {winner.prize}
          </p>
        </div>
        <div className="winner-ticket__code">
          {winner.ticket !== null && (
            <span>
              <small>{t("draw.ticket")}</small> <code translate="no">{ticketText(winner.ticket)}</code>
            </span>
          )}
          {winner.score !== null && (
            <small>{t("draw.points", { count: winner.score, number: format.number(winner.score) })}</small>
          )}
          <CodeBadge {...stateLook} value={winner.state} />
          {winner.mail && <small>{t(`draw.mail.${winner.mail}`)}</small>}
        </div>
        {menu && <span className="winner-ticket__menu">{menu}</span>}
      </div>
    </li>
  )
}
