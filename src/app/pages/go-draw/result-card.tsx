import { ticketText } from "../../../contract/draw-proof/lock"
import type { Proof, ProofRound } from "../../../contract/draw-proof/proof"
import { joinTexts } from "../../../core/text/join-texts"
import { Card } from "../../../ui/display/card"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { type Change, currentWinnersOf } from "./current-winners"

/** Ticket numbers, which count from 1. */
const Tickets = ({ positions, label }: { positions: readonly number[]; label: string }) => {
  if (!positions.length) return null
  return (
    <div>
      <small>{label}</small>
      <ul className="proof__tickets tabular">
        {positions.map(position => (
          <li key={position}>{ticketText(position + 1)}</li>
        ))}
      </ul>
    </div>
  )
}

const ChangeLine = ({ change, rules }: { change: Change; rules: Proof["rules"] }) => {
  const t = useT()
  const format = useFormat()
  const prize = rules.prizes[change.prizeIndex]?.name ?? ""
  const ticket = ticketText(change.dropped + 1)
  return (
    <li>
      {change.isReserve
        ? t("proof.change.reserve", { ticket, prize })
        : change.next === null
          ? t("proof.change.none", { ticket, prize })
          : t("proof.change.moved", { ticket, prize, next: ticketText(change.next + 1) })}
      <small>
        {format.dateTime(change.at)} · {t(`proof.reason.${change.reason}`)}
      </small>
    </li>
  )
}

/** The result of a drawn round by prizes, and what changed after it. */
export const CurrentWinners = ({ rules, round }: { rules: Proof["rules"]; round: ProofRound }) => {
  const t = useT()
  const current = currentWinnersOf(rules, round)
  if (!current) return <p className="muted">{t("proof.never")}</p>
  return (
    <>
      <ul className="proof__prizes">
        {current.prizes.map(({ prize, winners, reserves, empty }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: prizes are distinguished by their order only
          <li key={index}>
            <h3>{prize.name}</h3>
            <Tickets positions={winners} label={t("proof.winners")} />
            {empty > 0 && <p className="muted">{t("proof.nobody")}</p>}
            <Tickets positions={reserves} label={t("proof.reserves")} />
          </li>
        ))}
      </ul>
      {current.changes.length > 0 && (
        <div className="stack-sm">
          <h3>{t("proof.changes")}</h3>
          <ol className="bullets stack-sm">
            {current.changes.map(change => (
              <ChangeLine key={`${change.dropped} ${change.at}`} change={change} rules={rules} />
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

/** The result that counts. */
export const ResultCard = ({ rules, round }: { rules: Proof["rules"]; round: ProofRound }) => {
  const t = useT()
  const format = useFormat()
  const number = round.lock.round
  const drawnAt = format.dateTime(round.drawnAt)
  return (
    <Card title={t("proof.result")} note={joinTexts(number > 0 && t("proof.register.round", { round: number + 1 }), drawnAt)}>
      <CurrentWinners rules={rules} round={round} />
      <p className="subtle small">{t("proof.resultText")}</p>
    </Card>
  )
}
