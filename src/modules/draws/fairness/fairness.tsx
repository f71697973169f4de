import { useState } from "react"
import { ticketText } from "../../../contract/draw-proof/lock"
import type { Proof, ProofRound } from "../../../contract/draw-proof/proof"
import { type Draw, randomnessKinds } from "../../../contract/draws/draws"
import { compact } from "../../../core/compact"
import { canonicalJson } from "../../../core/hashing/canonical-json"
import { cache } from "../../../state/instances"
import { notifyFailure } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { CopyButton } from "../../../ui/controls/copy-button"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { Icon } from "../../../ui/display/icons/icon"
import { Address, QrCode } from "../../../ui/display/qr-code"
import { Timeline, type TimelineItem } from "../../../ui/display/timeline"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { download } from "../../../ui/lists/csv-file"
import { RecordLayout } from "../../../ui/pages/record/record-layout"
import { Empty } from "../../../ui/placeholders/empty"
import { qrCodes } from "../../qr/api"
import { getProof } from "../api"
import { publicPath, publicUrl, registerPath } from "../public-path"
import { LockCode } from "./lock-code"

/** Entries up to which the rounds are read from the proof at once: it grows by about 80 bytes with each. */
const maxEntriesAtOnce = 20_000

type Canonical = Parameters<typeof canonicalJson>[0]

/** The file is the canonical text: every other one is refused by those who verify it (docs/draw-proof.md). */
const fileOf = (proof: Proof) => new Blob([canonicalJson(proof as unknown as Canonical)], { type: "application/json" })

/** One round in the list of rounds: when it was locked and drawn, and why the one before it is void. */
const useRoundItem = () => {
  const t = useT()
  const format = useFormat()
  return ({ lock, drawnAt, replacements }: ProofRound, isLast: boolean): TimelineItem => ({
    key: String(lock.round),
    label: (
      <span className="row row-wrap">
        {t("draw.round.of", { number: lock.round + 1 })}
        {!isLast && <Badge tone="danger">{t("draw.round.void")}</Badge>}
      </span>
    ),
    notes: compact([
      t("draw.round.locked", { date: format.dateTime(lock.lockedAt) }),
      lock.reason && t("draw.round.reason", { reason: t(`draw.reason.${lock.reason}`) }),
      lock.ineligible && t("draw.round.ineligible", { tickets: lock.ineligible.map(at => ticketText(at + 1)).join(", ") }),
      drawnAt && t("draw.round.drawn", { date: format.dateTime(drawnAt) }),
      replacements.length && t("draw.round.replacements", { count: replacements.length }),
    ]),
    isDone: drawnAt !== null,
  })
}

const Rounds = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const itemOf = useRoundItem()
  const isSmall = (draw.lock?.entryCount ?? 0) <= maxEntriesAtOnce
  const { data } = useQuery(getProof, draw.id, isSmall)
  return (
    <Card title={t("draw.rounds")} note={draw.lock ? String(draw.lock.round + 1) : undefined}>
      {data ? (
        <Timeline items={data.rounds.map((round, index) => itemOf(round, index === data.rounds.length - 1))} />
      ) : (
        <p className="subtle">{t("draw.roundsPublic")}</p>
      )}
    </Card>
  )
}

/** What proves the result: the lock code, the public page, the file. */
export const Fairness = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const { data: [qr] = [] } = useQuery(qrCodes, [publicUrl(draw.id)])
  const { lock, register } = draw
  if (!lock)
    return (
      <Card label={t("draw.part.fairness")}>
        <Empty icon="shield-check" title={t("draw.noLock")} text={t("draw.noLockText")} />
      </Card>
    )
  const save = async () => {
    setBusy(true)
    try {
      download(fileOf(await cache.load(getProof, draw.id, true)), `draw-proof-${draw.id}.json`)
    } catch (error) {
      notifyFailure(error, "draw.proofFailed")
    } finally {
      setBusy(false)
    }
  }
  const { kind, round } = lock.publicRandomness
  const name = randomnessKinds.name(kind)
  const randomness = name ? t(`draw.randomness.${name}`) : t("ui.unknown")
  return (
    <RecordLayout aside={<Rounds draw={draw} />}>
      <Card title={t("draw.lock.code")}>
        <p>{t("draw.lock.codeText")}</p>
        <LockCode code={lock.lockHash} />
        <Facts
          items={[
            [t("draw.lockedAt"), format.dateTime(lock.lockedAt)],
            [t("draw.entries"), format.number(lock.entryCount)],
            [
              t("draw.randomness"),
              round === undefined || round === null
                ? randomness
                : `${randomness}, ${t("draw.beacon.roundOf", { round: format.number(round) })}`,
            ],
            [t("draw.rounds"), format.number(lock.round + 1)],
            register &&
              draw.tenantId && [
                t("draw.register"),
                <a key="register" className="link" href={registerPath(draw.tenantId)} target="_blank" rel="noreferrer">
                  {t("draw.registerNumber", { number: format.number(register.number) })}
                </a>,
              ],
          ]}
        />
      </Card>
      <Card title={t("draw.public.page")}>
        <p>{t("draw.public.pageText")}</p>
        <QrCode qr={qr} />
        <p className="row row-wrap">
          <code translate="no" className="mono">
            <Address url={publicUrl(draw.id)} />
          </code>
          <CopyButton text={publicUrl(draw.id)} message={t("draw.linkCopied")} />
        </p>
        <div className="button-row">
          <a className="btn" href={publicPath(draw.id)} target="_blank" rel="noreferrer">
            <Icon name="external" />
            {t("draw.public.pageOpen")}
          </a>
          <Button icon="download" busy={isBusy} onClick={save}>
            {t("draw.proofDownload")}
          </Button>
        </div>
      </Card>
    </RecordLayout>
  )
}
