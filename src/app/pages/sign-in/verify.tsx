import { useSnapshot } from "valtio"
import { type Session, sentCode, session, verificationAbandoned } from "../../../state/session"
import { useT } from "../../../ui/hooks/use-t"
import { useTitle } from "../../../ui/hooks/use-title"
import { AuthFrame } from "./auth-frame"
import { CodeEntry } from "./code-entry"

/** The page `/verify`, on which the sent code is entered (docs/console.md#countdown-and-resend). */
export const Verify = () => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const sent = sentCode(current)
  useTitle(t("auth.verifyTitle"))
  if (!sent) return null
  return (
    <AuthFrame>
      <CodeEntry key={sent.email} sent={sent} current={current}>
        <h1>{t("auth.verifyTitle")}</h1>
        <p className="muted">
          {t("auth.sentTo")}{" "}
          <b className="strong" translate="no">
            {sent.email}
          </b>{" "}
          <button type="button" className="link" onClick={() => verificationAbandoned()}>
            {t("auth.changeEmail")}
          </button>
        </p>
      </CodeEntry>
    </AuthFrame>
  )
}
