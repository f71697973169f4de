import { useSnapshot } from "valtio"
import { errorMessage } from "../../core/errors"
import { type Held, heldLeft, type Session, sentOf, session } from "../../state/session"
import { Alert } from "../../ui/alert"
import { Button } from "../../ui/button"
import { confirm } from "../../ui/confirm"
import { Dialog } from "../../ui/dialog"
import { useT } from "../../ui/use-t"
import { CodeEntry } from "./code-entry"
import { notices } from "./notices"
import { requestCode } from "./sign-in"

/**
 * The session ended over unsaved work: its own person signs in again with a code over the page, and the save goes on.
 * Anybody else gives the page up, after being asked.
 */
export const SignInAgain = ({ held: { user, notice } }: { held: Held }) => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const sent = sentOf(current)
  const failure = current.status === "failed" && !sent ? errorMessage(current.error, "auth.codeNotSent", t) : undefined

  const giveUp = async () => {
    const agreed = await confirm({
      title: t("auth.giveUpTitle"),
      text: t("auth.giveUpText", { email: user.email }),
      confirmLabel: t("auth.signInAsOther"),
      tone: "danger",
    })
    if (agreed) heldLeft()
  }

  const account = (
    <p>
      {t(sent ? "auth.sentTo" : "auth.account")} <b className="b">{user.email}</b>
    </p>
  )
  return (
    <Dialog
      title={t("auth.againTitle")}
      text={`${t(notices[notice])} ${t("auth.againText")}`}
      icon="lock"
      veil="dense"
      onClose={() => {}}
    >
      <div className="card__body stack">
        {sent ? (
          <CodeEntry sent={sent} current={current}>
            {account}
          </CodeEntry>
        ) : (
          <>
            {account}
            {failure && <Alert tone="danger" title={failure} />}
            <Button tone="primary" size="lg" block busy={current.status === "requesting"} onClick={() => requestCode(user.email)}>
              {t(current.status === "requesting" ? "auth.sending" : "auth.send")}
            </Button>
          </>
        )}
      </div>
      <div className="dialog__foot">
        <Button tone="ghost" onClick={giveUp}>
          {t("auth.signInAsOther")}
        </Button>
      </div>
    </Dialog>
  )
}
