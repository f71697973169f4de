import { type FormEvent, useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { isEmail } from "../../core/email"
import { errorMessage } from "../../core/errors"
import { type Session, sentCode, session } from "../../state/session"
import { Button } from "../../ui/controls/button"
import { TextInput } from "../../ui/controls/text-input"
import { Alert } from "../../ui/display/alert"
import { Icon } from "../../ui/display/icon"
import { Field } from "../../ui/forms/field"
import { useT } from "../../ui/hooks/use-t"
import { requestCode } from "./sign-in"

/** What was typed into the form that stood here before: the prerendered one, or another page's. Nothing while the build renders it. */
const typedBefore = () => globalThis.document?.querySelector<HTMLInputElement>("[data-login] input")?.value ?? ""

const knownEmail = (current: Session) => {
  if (current.status === "verified") return undefined
  return "email" in current ? current.email : sentCode(current)?.email
}

/**
 * Asks for the e-mail address and sends a code to it. Prerendered on /login: nothing here may differ between build and
 * first render.
 * @param email what the field begins with, where the page knows
 */
export const CodeRequest = ({ email: given, onSent }: { email?: string; onSent?: () => void }) => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const [email, setEmail] = useState(() => given ?? knownEmail(current) ?? typedBefore())
  const [isRefused, setRefused] = useState(false)
  const isBusy = current.status === "requesting"
  const isFailed = current.status === "failed" && current.sent?.email !== current.email
  const failure = isFailed ? errorMessage(current.error, "auth.codeNotSent", t) : undefined

  const ask = async (address: string) => {
    await requestCode(address)
    if (sentCode(session.current)?.email === address) onSent?.()
  }

  // What was submitted before React was there goes on: boot's call is adopted, a slip is pointed out.
  useEffect(() => {
    const boot = globalThis.boot
    const early = boot?.login
    boot?.dispose()
    boot?.pressedButton?.click()
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
    if (isEmail(address) && !isBusy) ask(address)
  }

  return (
    <>
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
    </>
  )
}
