import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { errorMessage } from "../../core/errors"
import { mayHaveSucceeded } from "../../core/http-error"
import { type SentCode, type Session, verificationAbandoned, verificationTtlMs } from "../../state/session"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { CountdownRing } from "./countdown-ring"
import { Otp } from "./otp"
import { requestCode, submitCode } from "./sign-in"

const maxAutoResends = 2

/**
 * The code that was sent, its countdown, and asking for another one (decisions §3): on /verify, and over a page that is
 * held. The true remainder shows after a reload and after a laptop slept.
 */
export const CodeEntry = ({ sent, current, children }: { sent: SentCode; current: Session; children: ReactNode }) => {
  const t = useT()
  const now = useNow(1000)
  const [code, setCode] = useState("")
  const form = useRef<HTMLFormElement>(null)
  const left = Math.min(sent.seconds, Math.max(0, Math.ceil((sent.endsAt - now) / 1000)))
  const isBusy = current.status === "verifying"
  const isAsking = current.status === "requesting"
  const failed = current.status === "failed" ? current : undefined
  const failure =
    failed && errorMessage(failed.error, failed.step === "request" ? "auth.codeNotSent" : "auth.tokenNotReceived", t)

  // A code whose answer was lost may be used up: another one is offered at once (decisions §2, Retries).
  const [usedUp, setUsedUp] = useState<number>()
  const mayBeUsed = usedUp === sent.requestedAt
  if (failed?.step === "verification" && !mayBeUsed && mayHaveSucceeded(failed.error)) setUsedUp(sent.requestedAt)

  // Automatic resend, and the end of the 15-minute verification session: both follow the clock, not a gesture.
  const isOver = now - sent.requestedAt >= verificationTtlMs
  const resendsItself =
    left === 0 && !isOver && !code && sent.autoResends < maxAutoResends && current.status === "awaiting" && !document.hidden
  useEffect(() => {
    if (isOver) verificationAbandoned("verificationExpired")
    else if (resendsItself) requestCode(sent.email, { automatic: true, again: true })
  }, [isOver, resendsItself, sent.email])

  // A refused code is selected, ready to be typed over.
  useEffect(() => {
    if (failure) form.current?.querySelector("input")?.select()
  }, [failure])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6 && !isBusy) submitCode(code)
  }
  const type = (next: string) => {
    setCode(next)
    if (next.length === 6 && next !== code && !isBusy) submitCode(next)
  }

  return (
    <>
      <CountdownRing left={left} of={sent.seconds} />
      {children}
      {failure && <Alert tone="danger" title={failure} text={mayBeUsed ? t("auth.codeMayBeUsed") : undefined} />}
      {sent.autoResends > 0 && current.status === "awaiting" && <Alert tone="info" title={t("auth.resentItself")} />}
      <form className="stack" onSubmit={submit} noValidate ref={form}>
        <Otp label={t("auth.code")} value={code} onChange={type} isInvalid={failure !== undefined} />
        <Button type="submit" tone="primary" size="lg" block busy={isBusy} disabled={code.length < 6}>
          {t(isBusy ? "auth.verifying" : "auth.verify")}
        </Button>
      </form>
      <p className="small muted">{t("auth.noCode")}</p>
      <Button block busy={isAsking} disabled={left > 0 && !mayBeUsed} onClick={() => requestCode(sent.email, { again: true })}>
        {t("auth.resend")}
      </Button>
    </>
  )
}
