import { useState } from "react"
import { type Draw, winnerStates } from "../../../contract/draws/draws"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useCan } from "../../../ui/hooks/use-can"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { QueryPlaceholder } from "../../../ui/pages/loading/query-placeholder"
import { getWinnerMails, sendWinnerMails } from "../api"
import { hasPrize } from "./winners"

const TellDialog = ({ draw, onClose }: { draw: Draw; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const entry = useQuery(getWinnerMails, draw.id)
  const [isSending, setSending] = useState(false)
  const { data } = entry
  const send = async () => {
    setSending(true)
    try {
      await sendWinnerMails(draw.id)
      notifySuccess(t("draw.tell.done"), draw.title)
      onClose()
    } catch (error) {
      notifyFailure(error, "draw.stepFailed")
      setSending(false)
    }
  }
  const counted = (count: number) => ({ count, number: format.number(count) })
  return (
    <Dialog title={t("draw.tell.open")} text={t("draw.tell.text")} icon="mail" onClose={onClose}>
      <div className="dialog__body">
        {!data ? (
          <QueryPlaceholder entry={entry} failed={t("draw.stepFailed")} />
        ) : (
          <>
            {data.unreached > 0 && <Alert tone="warning" title={t("draw.tell.unreached", counted(data.unreached))} />}
            {data.people > 0 ? (
              <section className="card" aria-label={t("draw.tell.preview")}>
                <div className="card__head">
                  <h3>{data.subject}</h3>
                </div>
                <div className="card__body">
                  <p className="prose">{data.text}</p>
                </div>
              </section>
            ) : (
              <p className="subtle">{t("draw.tell.nobody")}</p>
            )}
          </>
        )}
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        {data && data.people > 0 && (
          <Button tone="primary" icon="send" busy={isSending} onClick={send}>
            {t("draw.tell.send", counted(data.people))}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Tells the winners whom no mail has told yet; absent on a server without the call (docs/contract.md#winner-mails). */
export const TellWinners = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const { may } = useScreenContext()
  const isOffered = useCan("draws.winnerMails")
  const [isOpen, setOpen] = useState(false)
  const isUntold = draw.winners.some(
    winner => hasPrize(winner) && winner.mail === null && winnerStates.name(winner.state) !== "delivered",
  )
  if (!isOffered || !isUntold || !may("run") || draw.lock === null) return null
  return (
    <>
      <Button icon="mail" onClick={() => setOpen(true)}>
        {t("draw.tell.open")}
      </Button>
      {isOpen && <TellDialog draw={draw} onClose={() => setOpen(false)} />}
    </>
  )
}
