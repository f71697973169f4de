import { confirmation } from "../../state/instances"
import { type PausedSession, pausedSessionAbandoned } from "../../state/session"
import { Button } from "../../ui/controls/button"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { SignInAgain } from "../access/sign-in-again"
import { signOutMessages } from "../pages/sign-in/sign-out-messages"

/**
 * Dialog over the page of a paused session (docs/console.md#signing-out). The person signs in again and continues; another
 * person can sign in after giving the page up.
 */
export const PausedSessionDialog = ({ paused: { user, reason } }: { paused: PausedSession }) => {
  const t = useT()
  const { title, text } = signOutMessages[reason]
  const giveUp = async () => {
    const isConfirmed = await confirmation.ask({
      title: t("auth.giveUpTitle"),
      text: t("auth.giveUpText", { email: user.email }),
      confirmLabel: t("auth.signInAsOther"),
      tone: "danger",
    })
    if (isConfirmed) pausedSessionAbandoned()
  }
  return (
    <Dialog title={t("auth.againTitle")} text={`${t(title)} ${t("auth.againText")}`} icon="lock" isVeiled onClose={() => {}}>
      <div className="dialog__body">
        {text && <p className="subtle small">{t(text)}</p>}
        <SignInAgain email={user.email} />
      </div>
      <div className="dialog__foot">
        <Button tone="ghost" onClick={giveUp}>
          {t("auth.signInAsOther")}
        </Button>
      </div>
    </Dialog>
  )
}
