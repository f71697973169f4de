import { useLocation, useSearch } from "wouter"
import { isEmail, readEmail } from "../../../core/text/email"
import type { Key } from "../../../core/text/i18n"
import { LinkButton } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useT } from "../../../ui/hooks/use-t"
import { useTitle } from "../../../ui/hooks/use-title"
import { landingPaths } from "../../screens/match"
import { AuthFrame } from "./auth-frame"
import { BackLink } from "./back-link"
import { CodeRequest } from "./code-request"

/** Page for people who look for their password: it explains sign-in by code and sends one (docs/console.md#public-pages). */
const NoPassword = ({ title, text, email }: { title: Key; text: Key; email?: string }) => {
  const t = useT()
  const [, navigate] = useLocation()
  const person = useCurrentUser()
  useTitle(t(title))
  return (
    <AuthFrame>
      <h1>{t(title)}</h1>
      {person ? (
        <>
          <Alert tone="info" title={t("auth.alreadySignedIn", { email: person.email })} />
          <LinkButton tone="primary" size="lg" block href={landingPaths[person.role]}>
            {t("auth.backToConsole")}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="muted">{t(text)}</p>
          <CodeRequest email={email} onSent={() => navigate("/verify")} />
          <p className="small muted">{t("auth.lostMailbox")}</p>
          <p className="small">
            <BackLink />
          </p>
        </>
      )}
    </AuthFrame>
  )
}

export const ForgotPassword = () => <NoPassword title="auth.forgotTitle" text="auth.forgotText" />

/** Returns the address in `?email=`, unless it is invalid. */
const emailIn = (search: string) => {
  const email = readEmail(new URLSearchParams(search).get("email") ?? "")
  return isEmail(email) ? email : undefined
}

export const ResetPassword = () => <NoPassword title="auth.resetTitle" text="auth.resetText" email={emailIn(useSearch())} />
