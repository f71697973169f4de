import type { Relation } from "../../../contract/draw-proof/extends"
import type { Proof, ProofRound } from "../../../contract/draw-proof/proof"
import { doubtOf } from "../../../contract/draw-proof/register"
import type { Report } from "../../../contract/draw-proof/report"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { IconTile } from "../../../ui/display/icons/icon-tile"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { ChecksCard } from "./checks-card"
import { FileActions, proofPath } from "./file-actions"
import { Code, LockCard } from "./lock-card"
import { ReceiptCard } from "./receipt-card"
import { CurrentWinners, ResultCard } from "./result-card"
import { RulesCard } from "./rules-card"

/** What the check cannot show (docs/draw-proof.md#what-a-proof-does-not-show). */
const LimitsCard = ({ round }: { round: ProofRound }) => {
  const t = useT()
  const { publicRandomness: source } = round.lock
  const randomness =
    source.kind === "drand"
      ? t("proof.limit.drand", { round: source.round })
      : t(source.kind === "witness" ? "proof.limit.witness" : "proof.limit.none")
  return (
    <Card title={t("proof.limits")}>
      <ul className="bullets stack-sm">
        <li>{t("proof.limit.lock")}</li>
        <li>{randomness}</li>
        <li>{t("proof.limit.eligibility")}</li>
        <li>{t("proof.limit.delivery")}</li>
      </ul>
    </Card>
  )
}

const looks = {
  hurried: { icon: "alert", tone: "warning" },
  unregistered: { icon: "alert", tone: "warning" },
  holds: { icon: "ok", tone: "success" },
  locked: { icon: "lock", tone: "info" },
  redraw: { icon: "lock", tone: "info" },
  cancelled: { icon: "info", tone: "neutral" },
  rehearsal: { icon: "alert", tone: "warning" },
  fails: { icon: "error", tone: "danger" },
} as const

/** Returns the first message of the page. */
const verdictOf = ({ proof, holds, checks }: Report, isCancelled: boolean): keyof typeof looks => {
  const failures = checks.flatMap(({ failure }) => failure?.reason ?? [])
  if (failures.length > 0 && failures.every(reason => reason === "rehearsal")) return "rehearsal"
  if (!proof || !holds) return "fails"
  if (proof.rounds.at(-1)?.places) return doubtOf(proof) ?? "holds"
  if (isCancelled) return "cancelled"
  return proof.rounds.length > 1 ? "redraw" : "locked"
}

/** What a reader has to know of a draw beside its outcome: earlier rounds, the draw that it copies, times that were imported. */
const Notices = ({ proof: { rounds, entries } }: { proof: Proof }) => {
  const t = useT()
  const format = useFormat()
  const { copyOf } = rounds.at(-1)?.lock.register ?? {}
  const imported = entries.flatMap(([, , , recorded]) => recorded ?? [])
  const lastImport = imported.reduce((last, at) => Math.max(last, at), 0)
  return (
    <>
      {rounds.length > 1 && <p className="strong">{t("proof.notice.rounds", { count: rounds.length - 1 })}</p>}
      {copyOf && (
        <p className="strong">
          {t("proof.notice.copy")}{" "}
          <a className="link" href={proofPath(copyOf)}>
            {t("proof.notice.copyLink")}
          </a>
        </p>
      )}
      {imported.length > 0 && (
        <p className="strong">
          {t("proof.notice.imported", { count: imported.length, date: format.dateTime(new Date(lastImport).toISOString()) })}
        </p>
      )}
    </>
  )
}

const Verdict = ({ report, verdict }: { report: Report; verdict: keyof typeof looks }) => {
  const t = useT()
  const reasons = report.checks.flatMap(({ failure }) => failure?.reason ?? [])
  // A wrong digest follows from every change; other reasons name it.
  const reason = reasons.find(reason => reason !== "digest") ?? reasons[0]
  return (
    <Card label={t(`proof.verdict.${verdict}`)}>
      <div className="proof__verdict" role={verdict === "fails" ? "alert" : "status"}>
        <IconTile {...looks[verdict]} />
        <div>
          <h2>{t(`proof.verdict.${verdict}`)}</h2>
          {verdict === "fails" && reason && <p className="strong">{t(`proof.failure.${reason}`)}</p>}
          <p>{t(`proof.verdict.${verdict}Text`)}</p>
          {verdict !== "fails" && report.proof && <Notices proof={report.proof} />}
        </div>
      </div>
    </Card>
  )
}

const relationTones = { same: "info", newer: "success", older: "success", contradicts: "danger" } as const

/** How the file relates to the one that was shown before. */
export const RelationAlert = ({ relation }: { relation: Relation }) => {
  const t = useT()
  const title = t(`proof.relation.${relation}`)
  return <Alert tone={relationTones[relation]} title={title} text={t(`proof.relation.${relation}Text`)} />
}

const EarlierRounds = ({ proof, codes }: { proof: NonNullable<Report["proof"]>; codes: readonly string[] }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Card title={t("proof.rounds")}>
      <p className="muted">{t("proof.roundsText")}</p>
      {proof.rounds.slice(0, -1).map((round, index) => {
        const reason = proof.rounds[index + 1]?.lock.reason
        return (
          <details key={codes[index]}>
            <summary>
              {t("proof.roundVoid", { round: index + 1 })} · {format.dateTime(round.drawnAt)}
              {reason && ` · ${t(`proof.reason.${reason}`)}`}
            </summary>
            <div className="stack-sm">
              <Code code={codes[index] ?? ""} />
              <CurrentWinners rules={proof.rules} round={round} />
            </div>
          </details>
        )
      })}
    </Card>
  )
}

type ProofReportProps = {
  report: Report
  file: Uint8Array
  relation: Relation | undefined
  isCancelled: boolean
  receipt: string
}

/** What a check found. Lock and result are shown only where every check holds. @param receipt of the page's link */
export const ProofReport = ({ report, file, relation, isCancelled, receipt }: ProofReportProps) => {
  const t = useT()
  const verdict = verdictOf(report, isCancelled)
  const { proof, lockHashes } = report
  const round = proof?.rounds.at(-1)
  if (!proof || !round || verdict === "fails")
    return (
      <>
        <Verdict report={report} verdict={verdict} />
        <ChecksCard {...report} />
      </>
    )
  const { rules } = proof
  return (
    <>
      <Verdict report={report} verdict={verdict} />
      {relation && <RelationAlert relation={relation} />}
      <div className="cols">
        <div className="stack">
          <LockCard round={round} codes={lockHashes} drawDate={rules.drawDate} />
          {round.places && <ResultCard rules={rules} round={round} />}
          <ReceiptCard proof={proof} given={receipt} />
          {proof.rounds.length > 1 && <EarlierRounds proof={proof} codes={lockHashes} />}
          <ChecksCard {...report} />
        </div>
        <aside className="stack">
          <RulesCard rules={rules} />
          <LimitsCard round={round} />
          <FileActions file={file} label={t("proof.download")} name={`${t("proof.fileName")} ${rules.title}`} />
        </aside>
      </div>
    </>
  )
}
