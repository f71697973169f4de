import { useState } from "react"
import { beaconTime, isBeaconAhead, isReadable } from "../../../contract/draw-proof/public-randomness"
import {
  type Draw,
  dropReasons,
  randomnessKinds,
  redrawReasons,
  type VoidReason,
  voidReasons,
  type Winner,
  winnerStates,
} from "../../../contract/draws/draws"
import type { Bound } from "../../../core/form/parts"
import { maxLength, type Rules, required } from "../../../core/rules"
import { notifySuccess } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { Checkbox } from "../../../ui/controls/checkbox"
import { Alert } from "../../../ui/display/alert"
import { useBound } from "../../../ui/forms/bound"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { SelectField } from "../../../ui/forms/select-field"
import { TextField } from "../../../ui/forms/text-field"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { changeWinner, lockDraw, runDraw, voidDraw } from "../api"
import { LockCode } from "../fairness/lock-code"
import {
  initialRandomness,
  type RandomnessDraft,
  RandomnessFields,
  randomnessOf,
  randomnessRules,
} from "../fairness/randomness-fields"
import { type Drop, hasPrize, nextReserve } from "../winners/winners"
import { useStepApproval } from "./use-step-approval"

type Props = { draw: Draw; onClose: () => void }

const randomnessLabels = { kind: "draw.randomness", round: "draw.beacon.round" } as const

/** Returns a function that reports that a step waits for a second person, and closes the dialog. */
const useSent = ({ title }: Draw, onClose: () => void) => {
  const t = useT()
  return () => {
    notifySuccess(t("draw.stepSent"), title)
    onClose()
  }
}

/** What is left to do once a draw is locked: keep its code. */
const LockedDialog = ({ draw, onClose }: Props) => {
  const t = useT()
  return (
    <Dialog title={t("draw.locked.title")} text={t("draw.locked.text")} icon="lock" onClose={onClose}>
      <div className="dialog__body">{draw.lock && <LockCode code={draw.lock.lockHash} />}</div>
      <div className="dialog__foot">
        <Button tone="primary" data-focus onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}

/** Locks entries and rules: names what is published and for whom, and takes the public randomness. */
export const LockDialog = ({ draw, onClose }: Props) => {
  const t = useT()
  const [locked, setLocked] = useState<Draw>()
  const sent = useSent(draw, onClose)
  const { isSent, labelOf } = useStepApproval(draw, "draws.drawing")
  if (locked) return <LockedDialog draw={locked} onClose={onClose} />
  return (
    <DialogForm<RandomnessDraft>
      title={t("draw.lock.title", { title: draw.title })}
      text={t("draw.lock.text")}
      initial={initialRandomness(draw)}
      labels={randomnessLabels}
      rules={randomnessRules}
      failure="draw.stepFailed"
      submit={labelOf(t("draw.lock"))}
      isSent={isSent}
      save={async (draft, options) => {
        const { record, isProposed } = await lockDraw(draw.id, { publicRandomness: randomnessOf(draft) }, options)
        if (isProposed) sent()
        else setLocked(record)
      }}
      onSaved={() => {}}
      onClose={onClose}
    >
      {form => (
        <>
          <div>
            <b>{t("draw.publishedTitle")}</b>
            <ul className="bullets">
              <li>{t("draw.lockPublished.rules")}</li>
              <li>{t("draw.lockPublished.entries")}</li>
              <li>{t("draw.lockPublished.seed")}</li>
            </ul>
          </div>
          <RandomnessFields form={form} />
          <p className="subtle">{t("draw.lock.hour")}</p>
        </>
      )}
    </DialogForm>
  )
}

const hourMs = 3_600_000

type RunDraft = { publicValue: string }

const beaconUrl = (round: number) =>
  `https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/${round}`

const runRules: Record<"none" | "witness" | "drand", Rules<RunDraft>> = {
  none: {},
  witness: {
    publicValue: [
      required("draw.witness.required"),
      maxLength(200),
      ({ publicValue }) => (isReadable(publicValue.trim()) ? undefined : "draw.public.valueUnreadable"),
    ],
  },
  drand: {
    publicValue: ({ publicValue }) => (/^[0-9a-f]{64}$/i.test(publicValue.trim()) ? undefined : "draw.beacon.valueRequired"),
  },
}

/** Draws the winners; asks for the public value that the lock has announced. */
export const RunDialog = ({ draw, onClose }: Props) => {
  const t = useT()
  const format = useFormat()
  const { kind: code, round = 0 } = draw.lock?.publicRandomness ?? { kind: null }
  const kind = randomnessKinds.name(code) ?? "none"
  const publishedAt = beaconTime(round)
  const sent = useSent(draw, onClose)
  const { isSent, labelOf } = useStepApproval(draw, "draws.drawing")
  // Locks from before such rounds were refused.
  const isNever = kind === "drand" && !isBeaconAhead(round, Date.parse(draw.lock?.lockedAt ?? ""))
  if (isNever)
    return (
      <Dialog title={t("draw.beacon.never")} text={t("draw.beacon.neverText")} icon="alert" onClose={onClose}>
        <div className="dialog__foot">
          <Button tone="primary" data-focus onClick={onClose}>
            {t("ui.close")}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <DialogForm<RunDraft>
      title={t("draw.run.title", { title: draw.title })}
      text={t("draw.run.text", { count: draw.lock?.entryCount ?? 0, number: format.number(draw.lock?.entryCount) })}
      initial={{ publicValue: "" }}
      labels={{ publicValue: kind === "drand" ? "draw.beacon.value" : "draw.witness.value" }}
      rules={runRules[kind]}
      failure="draw.stepFailed"
      submit={labelOf(t("draw.run"))}
      isSent={isSent}
      save={async ({ publicValue }, options) => {
        const { isProposed } = await runDraw(draw.id, kind === "none" ? {} : { publicValue }, options)
        if (isProposed) sent()
        else notifySuccess(t("draw.ran", { title: draw.title }))
      }}
      onClose={onClose}
    >
      {form => (
        <>
          {kind === "none" && Date.now() - Date.parse(draw.lock?.lockedAt ?? "") < hourMs && (
            <Alert tone="warning" title={t("draw.run.hurried")} />
          )}
          {kind === "witness" && <TextField {...form.bind("publicValue")} hint={t("draw.witness.hint")} max={200} required />}
          {kind === "drand" && (
            <>
              <TextField
                {...form.bind("publicValue")}
                hint={t("draw.beacon.valueHint", {
                  round: format.number(round),
                  time: format.dateTime(new Date(publishedAt).toISOString()),
                })}
                max={200}
                required
              />
              <a className="link" href={beaconUrl(round)} target="_blank" rel="noreferrer">
                {t("draw.beacon.open")}
              </a>
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}

const ReasonField = ({ reasons, ...bound }: Bound<VoidReason> & { reasons: readonly VoidReason[] }) => {
  const t = useT()
  const options = reasons.map(reason => ({ value: reason, label: t(`draw.reason.${reason}`) }))
  return <SelectField {...bound} options={options} required />
}

const ExcludeField = (bound: Bound<boolean>) => {
  const t = useT()
  const { label, field } = useBound(bound)
  return (
    <Checkbox
      label={label}
      hint={t(field.value ? "draw.excludeIneligibleHint" : "draw.keepIneligibleHint")}
      value={field.value}
      onChange={field.onChange}
    />
  )
}

type RedrawDraft = RandomnessDraft & { reason: VoidReason; note: string; excludeIneligible: boolean }

/** Voids the whole result and locks another round, without those who were ineligible unless they are let in. */
export const RedrawDialog = ({ draw, onClose }: Props) => {
  const t = useT()
  const [locked, setLocked] = useState<Draw>()
  const sent = useSent(draw, onClose)
  const { isSent, labelOf } = useStepApproval(draw, "draws.drawing")
  if (locked) return <LockedDialog draw={locked} onClose={onClose} />
  return (
    <DialogForm<RedrawDraft>
      title={t("draw.redraw.title", { title: draw.title })}
      text={t("draw.redraw.text")}
      initial={{ reason: "rules", note: "", excludeIneligible: true, ...initialRandomness(draw) }}
      labels={{ reason: "draw.reason", note: "draw.note", excludeIneligible: "draw.excludeIneligible", ...randomnessLabels }}
      rules={{ ...randomnessRules, note: [required("draw.noteRequired"), maxLength(500)] } as Rules<RedrawDraft>}
      failure="draw.stepFailed"
      submit={labelOf(t("draw.redraw"))}
      isSent={isSent}
      save={async (draft, options) => {
        const { reason, note, excludeIneligible } = draft
        const body = {
          reason: voidReasons.value(reason),
          note,
          publicRandomness: randomnessOf(draft),
          ...(draw.ineligible.length > 0 && { excludeIneligible }),
        }
        const { record, isProposed } = await voidDraw(draw.id, body, options)
        if (isProposed) sent()
        else setLocked(record)
      }}
      onSaved={() => {}}
      onClose={onClose}
    >
      {form => (
        <>
          <Alert tone="warning" title={t("draw.redraw.warning")} text={t("draw.redraw.warningText")} />
          <ReasonField {...form.bind("reason")} reasons={redrawReasons} />
          <TextField {...form.bind("note")} hint={t("draw.noteHint")} max={500} rows={2} required />
          {draw.ineligible.length > 0 && (
            <div className="stack-sm">
              <p>
                {t("draw.ineligible", { names: draw.ineligible.map(({ name }) => name || t("draw.deletedPerson")).join(", ") })}
              </p>
              <ExcludeField {...form.bind("excludeIneligible")} />
            </div>
          )}
          <RandomnessFields form={form} />
        </>
      )}
    </DialogForm>
  )
}

type DropDraft = { reason: VoidReason; note: string }

/** Removes a winner or a reserve, and shows who moves up. */
export const DropDialog = ({ draw, winner, kind, onClose }: Props & { winner: Winner; kind: Drop }) => {
  const t = useT()
  const sent = useSent(draw, onClose)
  const { isSent, labelOf } = useStepApproval(draw, "draws.drawing")
  const next = nextReserve(draw.winners, winner)
  const isVoid = kind === "void"
  const consequence = !hasPrize(winner)
    ? t("draw.reserveDrops")
    : next
      ? t("draw.movesUp", { name: next.name, prize: winner.prize })
      : t("draw.movesUpUnnamed", { prize: winner.prize })
  return (
    <DialogForm<DropDraft>
      title={t(`draw.dropTitle.${kind}`, { name: winner.name })}
      text={consequence}
      initial={{ reason: "ineligible", note: "" }}
      labels={{ reason: "draw.reason", note: "draw.note" }}
      rules={{ note: [...(isVoid ? [required<DropDraft>("draw.noteRequired")] : []), maxLength(500)] }}
      failure="draw.stepFailed"
      submit={labelOf(t(`draw.dropConfirm.${kind}`))}
      isSent={isSent}
      save={async ({ reason, note }, options) => {
        const { status } = await (isVoid
          ? voidDraw(draw.id, { reason: voidReasons.value(reason), note, place: winner.place }, options)
          : changeWinner(draw.id, winner.place, { state: winnerStates.value(kind), note }, options))
        if (status === 202) sent()
        else notifySuccess(t("draw.dropped", { name: winner.name }))
      }}
      onClose={onClose}
    >
      {form => (
        <>
          {isVoid && <ReasonField {...form.bind("reason")} reasons={dropReasons} />}
          <TextField {...form.bind("note")} hint={t("draw.noteHint")} max={500} rows={2} required={isVoid} optional={!isVoid} />
        </>
      )}
    </DialogForm>
  )
}
