import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { errorMessage } from "../../../core/http/errors"
import { HttpError, mayHaveSucceeded } from "../../../core/http/http-error"
import { type SentCode, type Session, verificationAbandoned, verificationTtlMs } from "../../../state/session"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { CountdownRing } from "./countdown-ring"
import { Otp } from "./otp"
import { PasskeyDialog } from "./passkey-entry"
import { requestCode, submitCode } from "./sign-in"

const maxAutoResends = 2

/**
 * Form for a sent code, with countdown and resend (docs/console.md#countdown-and-resend). The countdown is computed from the
 * clock, so it is right after a reload or a sleep of the computer.
 */
export const CodeEntry = ({ sent, current, children }: { sent: SentCode; current: Session; children: ReactNode }) => {
  const t = useT()
  const now = useNow(1000)
  const [code, setCode] = useState("")
  const form = useRef<HTMLFormElement>(null)
  const secondsLeft = Math.min(sent.seconds, Math.max(0, Math.ceil((sent.endsAt - now) / 1000)))
  const isBusy = current.status === "verifying"
  const isRequesting = current.status === "requesting"
  const failed = current.status === "failed" ? current : undefined
  const failure =
    failed && errorMessage(failed.error, failed.step === "request" ? "auth.codeNotSent" : "auth.tokenNotReceived", t)

  const isUnanswered =
    failed?.step === "verification" && failed.error instanceof HttpError && !/^(http|envelope)$/.test(failed.error.kind)
  // When the answer is lost, the code may be used: a new one can be requested at once (docs/console.md#sign-in).
  const [usedCode, setUsedCode] = useState<number>()
  const mayBeUsed = usedCode === sent.requestedAt
  if (failed?.step === "verification" && !mayBeUsed && mayHaveSucceeded(failed.error)) setUsedCode(sent.requestedAt)

  // The automatic resend and the end of the verification session depend on the clock alone.
  const isOver = now - sent.requestedAt >= verificationTtlMs
  const isResendDue =
    secondsLeft === 0 &&
    !isOver &&
    !code &&
    sent.autoResends < maxAutoResends &&
    current.status === "awaiting" &&
    !document.hidden
  useEffect(() => {
    if (isOver) verificationAbandoned("verificationExpired")
    else if (isResendDue) requestCode(sent.email, { automatic: true, again: true })
  }, [isOver, isResendDue, sent.email])

  // A refused code is selected, so that typing replaces it.
  useEffect(() => {
    if (failure) form.current?.querySelector("input")?.select()
  }, [failure])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6 && !isBusy) submitCode(code)
  }
  const changeCode = (next: string) => {
    setCode(next)
    if (next.length === 6 && next !== code && !isBusy) submitCode(next)
  }

  return (
    <>
      <CountdownRing secondsLeft={secondsLeft} totalSeconds={sent.seconds} />
      {children}
      {current.status === "confirming" && <PasskeyDialog {...current.asked} />}
      {failure && <Alert tone="danger" title={failure} text={isUnanswered ? t("auth.codeMayBeUsed") : undefined} />}
      {sent.autoResends > 0 && current.status === "awaiting" && <Alert tone="info" title={t("auth.resentItself")} />}
      <form className="stack" onSubmit={submit} noValidate ref={form}>
        <Otp label={t("auth.code")} value={code} onChange={changeCode} isInvalid={failure !== undefined} />
        <Button type="submit" tone="primary" size="lg" block busy={isBusy} disabled={code.length < 6}>
          {t(isBusy ? "auth.verifying" : "auth.verify")}
        </Button>
      </form>
      <p className="small muted">{t("auth.noCode")}</p>
      <Button
        block
        busy={isRequesting}
        disabled={secondsLeft > 0 && !mayBeUsed}
        onClick={() => requestCode(sent.email, { again: true })}
      >
        {t("auth.resend")}
      </Button>
    </>
  )
}
