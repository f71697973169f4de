import { useSnapshot } from "valtio"
import { errorMessage } from "../../../core/http/errors"
import { type Session, sentCode, session } from "../../../state/session"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useT } from "../../../ui/hooks/use-t"
import { CodeEntry } from "./code-entry"
import { PasskeyButton } from "./passkey-entry"
import { requestCode } from "./sign-in"

/** Signs the person of a paused session in again: requests a code for a fixed address and verifies it. */
export const SignInAgain = ({ email }: { email: string }) => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const sent = sentCode(current)
  const isRequesting = current.status === "requesting"
  const failure = current.status === "failed" ? errorMessage(current.error, "auth.codeNotSent", t) : undefined
  const account = (
    <p>
      {t(sent ? "auth.sentTo" : "auth.account")}{" "}
      <b className="strong" translate="no">
        {email}
      </b>
    </p>
  )
  if (sent)
    return (
      <CodeEntry sent={sent} current={current}>
        {account}
      </CodeEntry>
    )
  return (
    <>
      {account}
      {failure && <Alert tone="danger" title={failure} />}
      <Button tone="primary" size="lg" block busy={isRequesting} data-focus onClick={() => requestCode(email)}>
        {t(isRequesting ? "auth.sending" : "auth.send")}
      </Button>
      <PasskeyButton />
    </>
  )
}
