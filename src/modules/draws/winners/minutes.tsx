import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { groupDigits } from "../../../contract/draw-proof/lock"
import type { Draw, Winner } from "../../../contract/draws"
import { maskName } from "../../../core/text/mask-name"
import { config } from "../../../state/config"
import { theme } from "../../../state/theme"
import { codeLabel } from "../../../ui/display/badge"
import { Facts } from "../../../ui/display/facts"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { PrintSheet } from "../../../ui/overlays/print-sheet"
import { listChanges } from "../../audit/api"
import { holdersOf, waitingOf } from "../presentation/slides"
import { publicUrl } from "../public-path"
import { eligibilityTexts, methodTexts, stateLook } from "../resource"
import { hasPrize, isIn } from "./winners"

/** Reads who ran a draw from the audit log; "" where it is not recorded. */
const runnerOf = async (drawId: string): Promise<string> => {
  if (!config.extensions) return ""
  const { rows } = await listChanges({ entity: "draw", entityId: drawId, page: 0, pageSize: 100 })
  return rows.find(({ action }) => action === "run")?.actorEmail ?? ""
}

type NamesProps = { isMasked: boolean }

const People = ({ winners, isMasked, label }: NamesProps & { winners: readonly Winner[]; label: string }) => {
  const t = useT()
  const format = useFormat()
  if (!winners.length) return null
  return (
    <table className="minutes__table">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("draw.ticket")}</th>
          <th scope="col">{t("draw.person")}</th>
          {!isMasked && <th scope="col">{t("draw.departmentId")}</th>}
          <th scope="col">{t("draw.custody")}</th>
        </tr>
      </thead>
      <tbody>
        {winners.map(winner => (
          <tr key={winner.place}>
            <td>{format.number(winner.ticket)}</td>
            <td>{isMasked ? maskName(winner.name) : winner.name}</td>
            {!isMasked && <td>{winner.departmentName}</td>}
            <td>
              {(hasPrize(winner) || !isIn(winner)) && codeLabel(stateLook, winner.state, t)}
              {!isIn(winner) && winner.stateAt && `, ${format.dateTime(winner.stateAt)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Prints the minutes of a drawn draw: rules, dates, lock code, winners, reserves, replacements, and places for signatures.
 * @param isMasked with names for public use
 */
export const Minutes = ({ draw, isMasked, onDone }: NamesProps & { draw: Draw; onDone: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  const [runner, setRunner] = useState<string>()
  useEffect(() => {
    runnerOf(draw.id).then(setRunner, () => setRunner(""))
  }, [draw.id])
  if (runner === undefined) return null
  const { lock, winners } = draw
  const replaced = winners.filter(winner => !isIn(winner))
  return (
    <PrintSheet onDone={onDone}>
      <div className="minutes">
        <p>{draw.tenantName || name}</p>
        <h1>{t("minutes.title")}</h1>
        <h2>{draw.title}</h2>
        <Facts
          items={[
            [t("draw.method"), codeLabel(methodTexts, draw.method, t)],
            [t("draw.eligibility"), codeLabel(eligibilityTexts, draw.eligibility, t)],
            [t("minutes.period"), format.period(draw.startDate, draw.endDate)],
            [t("minutes.locked"), format.dateTime(lock?.lockedAt)],
            [t("minutes.drawn"), format.dateTime(draw.drawnAt ?? draw.drawDate)],
            [t("minutes.entries"), format.number(lock?.entryCount)],
            [t("minutes.runner"), runner],
            [t("minutes.lockCode"), lock && groupDigits(lock.lockHash)],
            [t("minutes.address"), publicUrl(draw.id)],
          ]}
        />
        {draw.prizes.map((prize, index) => (
          <People
            // biome-ignore lint/suspicious/noArrayIndexKey: prizes have no identity but their position
            key={index}
            label={t("minutes.prize", { prize: prize.name, count: prize.quantity })}
            winners={holdersOf(draw, index)}
            isMasked={isMasked}
          />
        ))}
        <People label={t("minutes.reserves")} winners={waitingOf(winners)} isMasked={isMasked} />
        <People label={t("minutes.replaced")} winners={replaced} isMasked={isMasked} />
        {draw.terms && <p className="prose">{draw.terms}</p>}
        <p>{t("minutes.statement")}</p>
        <ul className="minutes__signatures">
          {(["organiser", "witness", "witness2"] as const).map(role => (
            <li key={role}>{t(`minutes.signature.${role}`)}</li>
          ))}
        </ul>
      </div>
    </PrintSheet>
  )
}
