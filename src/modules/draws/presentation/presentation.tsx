import { Fragment, useEffect, useEffectEvent, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { groupDigits, ticketText } from "../../../contract/draw-proof/lock"
import type { Draw, Winner } from "../../../contract/draws/draws"
import { listen } from "../../../core/listen"
import { joinTexts } from "../../../core/text/join-texts"
import { maskName } from "../../../core/text/mask-name"
import { theme } from "../../../state/theme"
import { Button, IconButton } from "../../../ui/controls/button"
import { Picture } from "../../../ui/display/pictures/picture"
import { Address, QrCode } from "../../../ui/display/qr-code"
import { untranslated } from "../../../ui/display/untranslated"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { useModal } from "../../../ui/overlays/dialog"
import { qrCodes } from "../../qr/api"
import { publicUrl } from "../public-path"
import { RunDialog } from "../steps/step-dialogs"
import { holdersOf, type Slide, slidesOf } from "./slides"
import { useFullScreen } from "./use-full-screen"
import { useWakeLock } from "./use-wake-lock"

const WinnerLine = ({ winner, isMasked, isNew }: { winner: Winner; isMasked: boolean; isNew?: boolean }) => {
  const t = useT()
  const facts = joinTexts(
    !isMasked && winner.departmentName,
    winner.ticket !== null && t("presentation.ticket", { ticket: ticketText(winner.ticket) }),
  )
  return (
    <li data-new={isNew || undefined}>
      <b>{untranslated(isMasked ? maskName(winner.name) : winner.name)}</b>
      <span>{facts}</span>
    </li>
  )
}

type ContentProps = { draw: Draw; slide: Slide; isMasked: boolean; onRun: () => void }

const Content = ({ draw, slide, isMasked, onRun }: ContentProps) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  const url = publicUrl(draw.id)
  const { data: [qr] = [] } = useQuery(qrCodes, [url])
  switch (slide.kind) {
    case "title":
      return (
        <>
          <p>{draw.tenantName || name}</p>
          <h2>{draw.title}</h2>
          <p>
            {format.dateTime(draw.drawnAt ?? draw.drawDate)}
            {draw.lock && ` · ${t("presentation.entries", { count: draw.lock.entryCount })}`}
          </p>
        </>
      )
    case "lock":
      return (
        <>
          <h2>{t("presentation.lock")}</h2>
          <code translate="no" className="presentation__code">
            {groupDigits(draw.lock?.lockHash ?? "")}
          </code>
          <p>{t("presentation.lockText")}</p>
          <p>
            <Address url={url} />
          </p>
          <QrCode qr={qr} />
        </>
      )
    case "run":
      return (
        <>
          <h2>{draw.title}</h2>
          <p>{t("presentation.notDrawn")}</p>
          <Button tone="primary" size="lg" icon="trophy" onClick={onRun}>
            {t("presentation.run")}
          </Button>
        </>
      )
    case "prize": {
      const prize = draw.prizes[slide.prizeIndex]
      return (
        <>
          <p>{t("presentation.prize", { number: slide.prizeIndex + 1, count: draw.prizes.length })}</p>
          {prize?.imageUrl && <Picture url={prize.imageUrl} alt="" />}
          <h2>{prize?.name}</h2>
          <p>{t("presentation.winners", { count: holdersOf(draw, slide.prizeIndex).length })}</p>
        </>
      )
    }
    case "winners":
    case "reserves": {
      const title = slide.kind === "reserves" ? t("presentation.reserves") : draw.prizes[slide.prizeIndex]?.name
      return (
        <>
          <h2 className="presentation__small">{title}</h2>
          <ul className="presentation__winners" data-many={slide.winners.length > 4 || undefined}>
            {slide.winners.map((winner, at) => (
              <WinnerLine
                key={winner.place}
                winner={winner}
                isMasked={isMasked}
                isNew={slide.kind === "winners" && at === slide.winners.length - 1}
              />
            ))}
          </ul>
        </>
      )
    }
    case "summary":
      return (
        <>
          <h2>{t("presentation.thanks")}</h2>
          <p>{t("presentation.verify")}</p>
          <p className="presentation__code">
            <Address url={url} />
          </p>
          <QrCode qr={qr} />
          {draw.lock && (
            <code translate="no" className="presentation__code">
              {groupDigits(draw.lock.lockHash)}
            </code>
          )}
        </>
      )
  }
}

const nextKeys = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"]
const backKeys = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"]

/**
 * A draw for an audience, over the whole screen: by Space, Enter or → onwards, by ← back, by Esc out
 * (docs/console.md#presentation-of-a-draw).
 * @param canRun whether the draw may be run from here
 */
export const Presentation = ({ draw, canRun, onClose }: { draw: Draw; canRun: boolean; onClose: () => void }) => {
  const t = useT()
  const modal = useModal(onClose)
  const stage = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [isMasked, setMasked] = useState(false)
  const [isRunning, setRunning] = useState(false)
  useWakeLock()
  useFullScreen(onClose)

  const slides = slidesOf(draw, canRun)
  const index = Math.min(at, slides.length - 1)
  const slide = slides[index] as Slide
  const go = (to: number) => setAt(Math.max(0, Math.min(to, slides.length - 1)))
  useEffect(() => {
    if (!isRunning) stage.current?.focus()
  }, [isRunning])

  const onKey = (event: KeyboardEvent) => {
    if (isRunning || event.altKey || event.ctrlKey || event.metaKey) return
    const { key, target } = event
    if (target instanceof HTMLButtonElement && (key === " " || key === "Enter")) return
    if (nextKeys.includes(key)) slide.kind === "run" ? setRunning(true) : go(index + 1)
    else if (backKeys.includes(key)) go(index - 1)
    else if (key === "Home") go(0)
    else if (key === "End") go(slides.length - 1)
    else if (key.toLowerCase() === "m") setMasked(!isMasked)
    else return
    event.preventDefault()
  }
  const onKeyDown = useEffectEvent(onKey)
  // On the document: a button that disappears with its slide, or is disabled at the last one, takes the focus with it.
  useEffect(() => listen(document, { keydown: (event: KeyboardEvent) => onKeyDown(event) }), [])

  return (
    <>
      <dialog {...modal} className="presentation" aria-label={t("presentation.title", { title: draw.title })}>
        <div className="presentation__stage" ref={stage} tabIndex={-1} aria-live="polite" data-focus>
          <Fragment key={slide.kind === "winners" ? `of ${slide.prizeIndex}` : index}>
            <Content draw={draw} slide={slide} isMasked={isMasked} onRun={() => setRunning(true)} />
          </Fragment>
        </div>
        <div className="presentation__foot">
          <span className="key-hint">{t("presentation.hint")}</span>
          <span className="row push-end">
            <Button size="sm" tone="ghost" icon="eye" aria-pressed={isMasked} onClick={() => setMasked(!isMasked)}>
              {t("presentation.mask")}
            </Button>
            <IconButton icon="left" label={t("presentation.back")} disabled={index === 0} onClick={() => go(index - 1)} />
            <span className="tabular">{t("presentation.position", { at: index + 1, of: slides.length })}</span>
            <IconButton
              icon="right"
              label={t("presentation.next")}
              disabled={index === slides.length - 1}
              onClick={() => go(index + 1)}
            />
            <IconButton icon="x" label={t("presentation.end")} onClick={onClose} />
          </span>
        </div>
      </dialog>
      {isRunning && <RunDialog draw={draw} onClose={() => setRunning(false)} />}
    </>
  )
}
