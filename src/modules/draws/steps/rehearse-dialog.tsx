import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { Draw } from "../../../contract/draws/draws"
import { errorMessage } from "../../../core/http/errors"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { SlowCallNotice } from "../../../ui/placeholders/slow-call-notice"
import { type Rehearsal, rehearseDraw } from "../api"

/** Winners of a sample that are shown; a draw may have thousands. */
const maxShown = 100

/** A sample result, marked all over as not valid. */
const Sample = ({ rehearsal: { entryCount, winners } }: { rehearsal: Rehearsal }) => {
  const t = useT()
  const format = useFormat()
  const shown = winners.slice(0, maxShown)
  const mark = t("draw.rehearsalMark")
  return (
    <section className="rehearsal" aria-label={mark}>
      <span className="rehearsal__mark" aria-hidden="true">
        {Array.from({ length: Math.ceil(shown.length / 3) + 1 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity but their position
          <span key={index}>
            {mark} · {mark}
          </span>
        ))}
      </span>
      <p className="strong">{t("draw.rehearsed", { count: entryCount, number: format.number(entryCount) })}</p>
      <table className="table">
        <caption className="sr-only">{mark}</caption>
        <thead>
          <tr>
            <th scope="col">{t("draw.person")}</th>
            <th scope="col">{t("draw.prize")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ place, name, departmentName, prize, reserve }) => (
            <tr key={place}>
              <td>
                {name}
                {departmentName && <small className="subtle">{departmentName}</small>}
              </td>
              <td>{reserve ? t("draw.reserveOf", { prize }) : prize}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {winners.length > maxShown && <p className="subtle">{t("draw.rehearsedMore", { count: winners.length - maxShown })}</p>}
    </section>
  )
}

/** Shows how the draw works by a sample result: another key, nothing stored (docs/draw-proof.md). */
export const RehearseDialog = ({ draw, onClose }: { draw: Draw; onClose: () => void }) => {
  const t = useT()
  const [rehearsal, setRehearsal] = useState<Rehearsal>()
  const [failure, setFailure] = useState("")
  const [isBusy, setBusy] = useState(true)
  const control = useRef<AbortController>(undefined)
  const rehearse = async () => {
    const own = new AbortController()
    control.current = own
    setBusy(true)
    setFailure("")
    try {
      setRehearsal(await rehearseDraw(draw.id, own.signal))
    } catch (error) {
      setFailure(errorMessage(error, "draw.stepFailed", t))
    } finally {
      setBusy(false)
    }
  }
  // Nothing is stored, so it begins without a further press.
  const start = useEffectEvent(rehearse)
  useEffect(() => {
    start()
    return () => control.current?.abort()
  }, [])
  return (
    <Dialog title={t("draw.rehearse.title", { title: draw.title })} text={t("draw.rehearse.text")} size="wide" onClose={onClose}>
      <div className="dialog__body" aria-busy={isBusy || undefined}>
        {failure && <Alert tone="danger" title={failure} />}
        {rehearsal && <Sample rehearsal={rehearsal} />}
        <SlowCallNotice isPending={isBusy} onCancel={() => control.current?.abort()} />
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t("ui.close")}</Button>
        <Button tone="primary" data-focus busy={isBusy} onClick={rehearse}>
          {t(rehearsal || failure ? "draw.rehearse.again" : "draw.rehearse")}
        </Button>
      </div>
    </Dialog>
  )
}
