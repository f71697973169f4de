import { type FormEvent, useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { errorMessage } from "../../core/errors"
import { type Session, session } from "../../state/session"
import { Alert } from "../../ui/alert"
import { Button } from "../../ui/button"
import { Field } from "../../ui/field"
import { Icon } from "../../ui/icon"
import { TextInput } from "../../ui/text-input"
import { useT } from "../../ui/use-t"
import { useTitle } from "../../ui/use-title"
import { AuthFrame } from "./auth-frame"
import { notices } from "./notices"
import { requestCode } from "./sign-in"

/** Enough for a person's slip; the server has the last word. */
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254

/** What was typed into the prerendered form before React took it over; nothing while the build renders it. */
const typedBefore = () => globalThis.document?.querySelector<HTMLInputElement>("[data-login] input")?.value ?? ""

/** The e-mail address that a code is sent to (S1, S2). Prerendered: nothing here may differ between build and first render. */
export const Login = () => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const known =
    current.status === "failed" || current.status === "requesting" || current.status === "idle" ? current.email : undefined
  const [email, setEmail] = useState(() => known ?? typedBefore())
  const [isRefused, setRefused] = useState(false)
  const isBusy = current.status === "requesting"
  const notice = current.status === "idle" ? current.notice : undefined
  const failure = current.status === "failed" && !current.sent ? errorMessage(current.error, "auth.codeNotSent", t) : undefined
  useTitle(t("auth.title"))

  // What was submitted before React was there goes on: boot's call is adopted, a slip is pointed out.
  useEffect(() => {
    const boot = globalThis.boot
    const early = boot?.login
    boot?.retire()
    boot?.pressed?.click()
    if (!boot || !early) return
    boot.login = undefined
    setEmail(early.email)
    if (early.promise) requestCode(early.email)
    else setRefused(true)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim().toLowerCase()
    setRefused(!isEmail(address))
    if (isEmail(address)) requestCode(address)
  }

  return (
    <AuthFrame>
      <h1>{t("auth.title")}</h1>
      <p className="muted">{t("auth.intro")}</p>
      {notice && <Alert tone="info" title={t(notices[notice])} />}
      {failure && <Alert tone="danger" title={failure} />}
      <form className="stack" onSubmit={submit} noValidate data-login>
        <Field
          label={t("auth.email")}
          hint={t("auth.emailHint")}
          error={isRefused ? t(email.trim() ? "auth.emailInvalid" : "auth.emailRequired") : undefined}
          id="email"
        >
          {aria => (
            <TextInput
              {...aria}
              type="email"
              name="email"
              icon="mail"
              autoComplete="email"
              placeholder={t("auth.emailExample")}
              value={email}
              onChange={setEmail}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={isBusy}>
          {t(isBusy ? "auth.sending" : "auth.send")}
          {!isBusy && <Icon name="arrow-right" />}
        </Button>
      </form>
    </AuthFrame>
  )
}
