import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import type { AuditEntry } from "../../../contract/audit"
import { groupDigits, ticketText } from "../../../contract/draw-proof/lock"
import type { ProofRound, ProofRules } from "../../../contract/draw-proof/proof"
import { type Draw, voidReasons, type Winner, winnerStates } from "../../../contract/draws/draws"
import { compact } from "../../../core/compact"
import type { Qr } from "../../../core/qr"
import type { Key } from "../../../core/text/i18n"
import { maskName } from "../../../core/text/mask-name"
import { can } from "../../../state/features"
import { cache } from "../../../state/instances"
import { theme } from "../../../state/theme"
import { codeLabel } from "../../../ui/display/badge"
import { Facts } from "../../../ui/display/facts"
import { Address, QrCode } from "../../../ui/display/qr-code"
import { untranslated } from "../../../ui/display/untranslated"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { printed } from "../../../ui/overlays/print-sheet"
import { listChanges } from "../../audit/api"
import { qrCodes } from "../../qr/api"
import { getProof } from "../api"
import { holdersOf, waitingOf } from "../presentation/slides"
import { publicUrl } from "../public-path"
import { eligibilityTexts, methodTexts, reasonTexts, stateLook } from "../resource"
import { isIn } from "./winners"

type Person = { name: string; email: string }
type Runners = { runner?: Person; approver?: Person }
type Entry = Pick<AuditEntry, "action" | "actorName" | "actorEmail">

const personOf = ({ actorName, actorEmail }: Entry): Person => ({ name: actorName ?? "", email: actorEmail })

/**
 * Returns who ran the last round of a draw, and who approved that: the entry of an approved run stands right after its approval.
 * @param entries the draw's history, newest first
 */
export const runnersOf = (entries: readonly Entry[]): Runners => {
  const at = entries.findIndex(({ action }) => action === "run")
  const run = entries[at]
  if (!run) return {}
  const isApproved = entries[at + 1]?.action === "approve"
  const sent = isApproved ? entries.slice(at).find(({ action }) => action === "propose") : undefined
  return sent ? { runner: personOf(sent), approver: personOf(run) } : { runner: personOf(run) }
}

/** Reads them from the audit log, with the names where the people can be read. */
const readRunners = async (drawId: string): Promise<Runners> => {
  if (!can("audit")) return {}
  const { rows } = await listChanges({ entity: "draw", entityId: drawId, page: 0, pageSize: 100 })
  return runnersOf(rows)
}

type Sources = Runners & { rules?: ProofRules; rounds?: ProofRound[]; qr?: Qr | undefined }

/** Reads what the record of a draw does not hold: who ran it, its rules at the lock, and its rounds. What cannot be read is left out. */
const readSources = async (draw: Draw): Promise<Sources> => {
  const [runners, proof, [qr]] = await Promise.all([
    readRunners(draw.id).catch(() => ({})),
    draw.lock ? cache.load(getProof, draw.id).catch(() => undefined) : undefined,
    cache.load(qrCodes, [publicUrl(draw.id)]),
  ])
  return { ...runners, ...(proof && { rules: proof.rules, rounds: proof.rounds }), qr }
}

type NamesProps = { isMasked: boolean }

const personText = ({ name, email }: Person, isMasked: boolean) =>
  isMasked ? maskName(name || email) : name ? `${name} (${email})` : email

type PeopleProps = NamesProps & {
  winners: readonly Winner[]
  label: string
  /** The last column: the state of the prize, unless another one is given. */
  last?: { label: Key; text: (winner: Winner) => string }
}

const People = ({ winners, isMasked, label, last }: PeopleProps) => {
  const t = useT()
  if (!winners.length) return null
  return (
    <table className="minutes__table">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("draw.ticket")}</th>
          <th scope="col">{t("draw.person")}</th>
          {!isMasked && <th scope="col">{t("draw.departmentId")}</th>}
          <th scope="col">{t(last?.label ?? "draw.custody")}</th>
        </tr>
      </thead>
      <tbody>
        {winners.map(winner => (
          <tr key={winner.place}>
            <td>{ticketText(winner.ticket)}</td>
            <td>{untranslated(isMasked ? maskName(winner.name) : winner.name)}</td>
            {!isMasked && <td>{winner.departmentName}</td>}
            <td>{last ? last.text(winner) : codeLabel(stateLook, winner.state, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The rounds of a draw that was repeated: when each was drawn, and why it is void. */
const Rounds = ({ rounds }: { rounds: readonly ProofRound[] }) => {
  const t = useT()
  const format = useFormat()
  return (
    <table className="minutes__table">
      <caption>{t("draw.rounds")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("draw.round")}</th>
          <th scope="col">{t("draw.lockedAt")}</th>
          <th scope="col">{t("draw.drawnAt")}</th>
          <th scope="col">{t("minutes.validity")}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map(({ lock, drawnAt }, index) => {
          const reason = rounds[index + 1]?.lock.reason
          return (
            <tr key={lock.round}>
              <td>{lock.round + 1}</td>
              <td>{format.dateTime(lock.lockedAt)}</td>
              <td>{format.dateTime(drawnAt)}</td>
              <td>{reason ? t("minutes.void", { reason: t(`draw.reason.${reason}`) }) : t("minutes.valid")}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Returns where the public value of a round came from, and the value, in words. */
const useRandomnessText = () => {
  const t = useT()
  return ({ lock, publicValue }: ProofRound) => {
    const { publicRandomness: source } = lock
    if (source.kind === "none") return t("draw.randomness.none")
    const from = source.kind === "drand" ? `drand, ${t("draw.beacon.roundOf", source)}` : t("draw.randomness.witness")
    return `${from}: ${source.kind === "drand" ? publicValue : `“${publicValue}”`}`
  }
}

type SheetProps = NamesProps & Sources & { draw: Draw }

const Sheet = ({ draw, isMasked, runner, approver, rules, rounds = [], qr }: SheetProps) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  const randomnessText = useRandomnessText()
  const { lock, register, winners, ineligible } = draw
  const reserves = waitingOf(winners)
  const reserveText = ({ prize, prizeIndex, place }: Winner) => {
    const before = reserves.filter(other => other.prizeIndex === prizeIndex && other.prize === prize && other.place <= place)
    return t("minutes.reserveOf", { prize, number: before.length })
  }
  const droppedText = ({ state, stateAt, prize, reason }: Winner) =>
    compact([
      prize,
      codeLabel(stateLook, state, t),
      voidReasons.name(reason) !== winnerStates.name(state) && codeLabel(reasonTexts, reason, t),
      stateAt && format.dateTime(stateAt),
    ]).join(", ")
  const shownName = (person: string) => (isMasked ? maskName(person) : person)
  const last = rounds.at(-1)
  return (
    <div className="minutes">
      <p>{rules?.company || draw.tenantName || name}</p>
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
          rules?.organisers !== undefined && [t("minutes.organisers"), format.number(rules.organisers)],
          last && [t("draw.randomness"), randomnessText(last)],
          [t("draw.round"), lock && format.number(lock.round + 1)],
          ineligible.length > 0 && [
            t("minutes.ineligible"),
            untranslated(
              ineligible.map(person => `${shownName(person.name)} (${t("draw.ticket")} ${ticketText(person.ticket)})`).join(", "),
            ),
          ],
          [t("minutes.runner"), runner && untranslated(personText(runner, isMasked))],
          approver && [t("minutes.approver"), untranslated(personText(approver, isMasked))],
          [t("minutes.lockCode"), lock && untranslated(groupDigits(lock.lockHash))],
          register && [
            t("draw.register"),
            untranslated(
              `${t("draw.registerNumber", { number: format.number(register.number) })}, ${groupDigits(register.hash)}`,
            ),
          ],
          [t("minutes.address"), <Address key="address" url={publicUrl(draw.id)} />],
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
      <People
        label={t("minutes.reserves")}
        winners={reserves}
        isMasked={isMasked}
        last={{ label: "minutes.reserveFor", text: reserveText }}
      />
      <People
        label={t("minutes.replaced")}
        winners={winners.filter(winner => !isIn(winner))}
        isMasked={isMasked}
        last={{ label: "draw.custody", text: droppedText }}
      />
      {rounds.length > 1 && <Rounds rounds={rounds} />}
      {draw.terms && <p className="prose">{draw.terms}</p>}
      <div className="minutes__statement">
        <QrCode qr={qr} />
        <p>{t("minutes.statement")}</p>
      </div>
      <ul className="minutes__signatures">
        {(["organiser", "witness", "witness2"] as const).map(role => (
          <li key={role}>{t(`minutes.signature.${role}`)}</li>
        ))}
      </ul>
    </div>
  )
}

const PrintedSheet = printed(Sheet)

/**
 * Prints the minutes of a drawn draw: rules, dates, lock code, public value, rounds, winners, reserves, replacements, and places
 * for signatures.
 * @param isMasked with names for public use
 */
export const Minutes = ({ draw, ...props }: NamesProps & { draw: Draw; onDone: () => void }) => {
  const [sources, setSources] = useState<Sources>()
  useEffect(() => {
    readSources(draw).then(setSources)
  }, [draw])
  return sources && <PrintedSheet draw={draw} {...props} {...sources} />
}
