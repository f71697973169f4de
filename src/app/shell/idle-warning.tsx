import { useSnapshot } from "valtio"
import { activity, extendSession } from "../../state/activity"
import { Button } from "../../ui/controls/button"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { signOut } from "../pages/sign-in/sign-out"

/** Dialog during the last minute before an inactive session ends (docs/console.md#inactivity). */
export const IdleWarning = () => {
  const { endsAt } = useSnapshot(activity)
  return endsAt === undefined ? null : <Countdown endsAt={endsAt} />
}

const Countdown = ({ endsAt }: { endsAt: number }) => {
  const t = useT()
  const now = useNow(1_000)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  const stay = () => extendSession(Date.now())
  return (
    <Dialog title={t("auth.idleTitle")} text={t("auth.idleText")} icon="clock" onClose={stay}>
      <div className="dialog__body">
        <p className="tabular" role="timer">
          {t("auth.secondsLeft", { count: secondsLeft })}
        </p>
      </div>
      <div className="dialog__foot">
        <Button onClick={signOut}>{t("shell.signOut")}</Button>
        <Button tone="primary" data-focus onClick={stay}>
          {t("auth.stay")}
        </Button>
      </div>
    </Dialog>
  )
}
