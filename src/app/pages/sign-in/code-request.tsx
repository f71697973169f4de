import { type FormEvent, useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { errorMessage, KeyedError } from "../../../core/http/errors"
import { HttpError } from "../../../core/http/http"
import { emailError, readEmail } from "../../../core/text/email"
import type { Key } from "../../../core/text/i18n"
import { type Session, sentCode, session } from "../../../state/session"
import { Button } from "../../../ui/controls/button"
import { Field } from "../../../ui/controls/field"
import { Alert } from "../../../ui/display/alert"
import { Icon } from "../../../ui/display/icons/icon"
import { useT } from "../../../ui/hooks/use-t"
import { requestCode } from "./sign-in"

/** Returns the text of the form that this one replaces: the prerendered one, or that of another page. */
const typedEmail = () => globalThis.document?.querySelector<HTMLInputElement>("[data-login] input")?.value ?? ""

const knownEmail = (current: Session) => {
  if (current.status === "verified") return undefined
  return "email" in current ? current.email : sentCode(current)?.email
}

/**
 * Form that requests a code for an e-mail address. It is prerendered on /login: the first render must equal that of the build.
 * @param email initial value; @param onSent called when the code was sent
 */
export const CodeRequest = ({ email: initialEmail, onSent }: { email?: string; onSent?: () => void }) => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const [email, setEmail] = useState(() => initialEmail ?? knownEmail(current) ?? typedEmail())
  const [invalid, setInvalid] = useState<Key>()
  const isBusy = current.status === "requesting"
  const isFailed = current.status === "failed" && current.sent?.email !== current.email
  const refusal = isFailed && current.error instanceof HttpError ? current.error.fields[0]?.message : undefined
  const failure = isFailed && !refusal ? errorMessage(current.error, "auth.codeNotSent", t) : undefined
  const error = invalid ? t(invalid) : refusal

  /** A provider that did not work: the person may have a code instead. */
  const isProviderFailure = isFailed && current.error instanceof KeyedError && current.error.key.startsWith("auth.provider.")

  const request = async (text: string, byMail = false) => {
    const problem = emailError(text)
    setInvalid(problem)
    if (problem || isBusy) return
    const address = readEmail(text)
    setEmail(address)
    await requestCode(address, { byMail })
    if (sentCode(session.current)?.email === address) onSent?.()
  }

  // Continues a submission that boot.ts has received: takes over its call, or reads an address that it could not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const boot = globalThis.boot
    const submission = boot?.login
    boot?.pressedButton?.click()
    if (!boot || !submission) return
    boot.login = undefined
    setEmail(submission.email)
    if (submission.promise) requestCode(submission.email)
    else request(submission.email)
  }, [])

  return (
    <>
      {failure && <Alert tone="danger" title={failure} />}
      <form
        className="stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          request(email)
        }}
        noValidate
        data-login
      >
        <Field label={t("auth.email")} hint={t("auth.emailHint")} error={error} id="email">
          {aria => (
            <span className="input-wrap">
              <Icon name="mail" />
              <input
                {...aria}
                className="control"
                data-tone={error ? "danger" : undefined}
                type="email"
                name="email"
                autoComplete="email"
                placeholder={t("auth.emailExample")}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            </span>
          )}
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={isBusy}>
          {t(isBusy ? "auth.sending" : "auth.send")}
          {!isBusy && <Icon name="arrow-right" />}
        </Button>
      </form>
      {isProviderFailure && (
        <Button icon="mail" block onClick={() => request(email || current.email, true)}>
          {t("auth.sendInstead")}
        </Button>
      )}
    </>
  )
}
