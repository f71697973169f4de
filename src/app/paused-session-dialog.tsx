import { confirmation } from "../state/instances"
import { type PausedSession, pausedSessionAbandoned } from "../state/session"
import { Button } from "../ui/controls/button"
import { useT } from "../ui/hooks/use-t"
import { Dialog } from "../ui/overlays/dialog"
import { signOutMessages } from "./pages/sign-out-messages"
import { SignInAgain } from "./screens"

/**
 * The session ended over unsaved work: its own person signs in again over the page, and the save goes on. Anybody else
 * gives the page up, after being asked.
 */
export const PausedSessionDialog = ({ held: { user, reason: notice } }: { held: PausedSession }) => {
  const t = useT()
  const { title, text } = signOutMessages[notice]
  const giveUp = async () => {
    const agreed = await confirmation.ask({
      title: t("auth.giveUpTitle"),
      text: t("auth.giveUpText", { email: user.email }),
      confirmLabel: t("auth.signInAsOther"),
      tone: "danger",
    })
    if (agreed) pausedSessionAbandoned()
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
