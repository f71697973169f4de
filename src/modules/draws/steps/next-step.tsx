import { useState } from "react"
import { isApprovalState } from "../../../contract/approval"
import { type Draw, statuses, winnerStates } from "../../../contract/draws/draws"
import { pool } from "../../../core/concurrency/pool"
import { errorMessage } from "../../../core/http/errors"
import { confirmation } from "../../../state/instances"
import { notifySuccess } from "../../../state/notifications"
import { notify } from "../../../state/toasts"
import { Button } from "../../../ui/controls/button"
import { Card } from "../../../ui/display/card"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useCan } from "../../../ui/hooks/use-can"
import { useFormat } from "../../../ui/hooks/use-format"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { maxParallelCalls } from "../../../ui/lists/bulk-action"
import { useProposal } from "../../../ui/pages/approval/approval"
import { useRecordActions } from "../../../ui/pages/record/record-actions"
import { changeWinner } from "../api"
import { draws } from "../resource"
import { prizeHolders } from "../winners/winners"
import { drawActions } from "./actions"
import { RehearseDialog } from "./rehearse-dialog"
import { LockDialog, RedrawDialog, RunDialog } from "./step-dialogs"
import { nextStep, type Step } from "./steps"
import { useStepApproval } from "./use-step-approval"

const dialogs = { lock: LockDialog, run: RunDialog, redraw: RedrawDialog, rehearse: RehearseDialog }

/** Notes of all winners in one state that they are in the next one. */
const useNoteAll = (draw: Draw) => {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const noteAll = async (from: "drawn" | "notified", to: "notified" | "delivered") => {
    const rows = prizeHolders(draw.winners).filter(({ state }) => winnerStates.name(state) === from)
    const isAgreed = await confirmation.ask({
      title: t(`draw.noteAllTitle.${to}`, { count: rows.length }),
      text: t("draw.noteAllText"),
      confirmLabel: t(`draw.noteAll.${to}`),
    })
    if (!isAgreed) return
    setBusy(true)
    const results = await pool(rows, maxParallelCalls, ({ place }) =>
      changeWinner(draw.id, place, { state: winnerStates.value(to) }),
    )
    setBusy(false)
    const failed = results.find(result => result.status === "rejected")
    if (failed?.status === "rejected")
      notify({ tone: "danger", title: errorMessage(failed.reason, "draw.stepFailed", t), alwaysShown: true })
    const count = results.filter(({ status }) => status === "fulfilled").length
    if (count) notifySuccess(t(`draw.notedAll.${to}`, { count }))
  }
  return { isBusy, noteAll }
}

/** Steps that need the permission to run draws; publishing needs the one to write. */
const isRun = (step: Step) => step !== "publish"

/** What has to be done next, in words, with the one primary button of the page. */
export const NextStep = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  const { may, mayChange } = useScreenContext()
  const now = useNow(5_000)
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const { labelOf } = useStepApproval(draw, "draws.drawing")
  const [publish] = useRecordActions(draws, drawActions)(draw)
  const { isBusy, noteAll } = useNoteAll(draw)
  const canLock = useCan("draws.lock")
  const canRun = useCan("draws.run")
  const canRehearse = useCan("draws.rehearse")
  const step = nextStep(draw, now)
  const status = statuses.name(draw.status)
  /** Of a draw with a change that waits or was returned, the one primary button is where that is shown. */
  const approval = isApprovalState(draw.approval) && mayChange(draw) ? draw.approval : undefined
  const tone = approval ? undefined : "primary"
  const held = step === "publish" ? approval : undefined
  const { data: proposal } = useProposal(draws.approval, { id: draw.id, state: approval })
  const isSent = approval === "waiting" && step !== undefined && proposal?.step === step
  const isVoidSent = approval === "waiting" && proposal?.step === "void"
  const mayRun = may("run")
  const mayRehearse = mayRun && canRehearse && (status === "draft" || status === "open" || status === "closed")
  const mayRedraw = mayRun && status === "drawn" && draw.lock !== null && draw.canRedraw !== false && !isVoidSent
  const Dialog = open && dialogs[open]
  const dialog = Dialog && <Dialog draw={draw} onClose={() => setOpen(undefined)} />
  if (!step && !mayRedraw) return dialog

  const params = {
    start: format.dateTime(draw.startDate),
    end: format.dateTime(draw.endDate),
    date: format.dateTime(draw.drawDate),
  }
  const buttons = {
    publish: !held && publish && "run" in publish && mayChange(draw) && (
      <Button tone="primary" icon="send" onClick={publish.run}>
        {publish.label}
      </Button>
    ),
    collect: null,
    wait: null,
    lock: canLock && (
      <Button tone={tone} icon="lock" onClick={() => setOpen("lock")}>
        {labelOf(t("draw.lock"))}
      </Button>
    ),
    run: canRun && (
      <Button tone={tone} icon="trophy" onClick={() => setOpen("run")}>
        {labelOf(t("draw.run"))}
      </Button>
    ),
    notify: (
      <Button tone={tone} icon="mail" busy={isBusy} onClick={() => noteAll("drawn", "notified")}>
        {t("draw.noteAll.notified")}
      </Button>
    ),
    deliver: (
      <Button tone={tone} icon="check" busy={isBusy} onClick={() => noteAll("notified", "delivered")}>
        {t("draw.noteAll.delivered")}
      </Button>
    ),
  }
  const isPermitted = !step || !isRun(step) || mayRun
  const isWaiting = step === "collect" || step === "wait"
  return (
    <Card title={step ? t("draw.nextStep") : t("draw.completed")}>
      <div className="stack-sm">
        <p className="prose">
          {step && !held && <b>{t(`draw.step.${step}`, params)} </b>}
          {held ? t(`draw.stepText.${held}`) : step ? t(`draw.stepText.${step}`, params) : t("draw.completedText")}
        </p>
        {(isVoidSent || (approval === "waiting" && (step === "lock" || step === "run"))) && (
          <p className="subtle">{t(isSent ? "draw.stepWaits" : "draw.changeWaits")}</p>
        )}
        {!isPermitted && <p className="subtle">{t("draw.mayNotRun")}</p>}
        <div className="button-row">
          {step && isPermitted && !isSent && buttons[step]}
          {mayRehearse && (
            <Button tone={isWaiting ? tone : undefined} icon="eye" onClick={() => setOpen("rehearse")}>
              {t("draw.rehearse")}
            </Button>
          )}
          {mayRedraw && (
            <Button tone={step && "ghost"} icon="refresh" onClick={() => setOpen("redraw")}>
              {labelOf(t("draw.redraw"))}
            </Button>
          )}
        </div>
      </div>
      {dialog}
    </Card>
  )
}
