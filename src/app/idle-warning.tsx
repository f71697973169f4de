import { useSnapshot } from "valtio"
import { activity, extendSession } from "../state/activity"
import { Button } from "../ui/controls/button"
import { useNow } from "../ui/hooks/use-now"
import { useT } from "../ui/hooks/use-t"
import { Dialog } from "../ui/overlays/dialog"
import { signOut } from "./pages/sign-in"

/** Asks a minute before an inactive session ends (decisions §3, Inactivity). */
export const IdleWarning = () => {
  const { endsAt } = useSnapshot(activity)
  return endsAt === undefined ? null : <Countdown endsAt={endsAt} />
}

const Countdown = ({ endsAt }: { endsAt: number }) => {
  const t = useT()
  const now = useNow(1_000)
  const left = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  const keep = () => extendSession(Date.now())
  return (
    <Dialog title={t("auth.idleTitle")} text={t("auth.idleText")} icon="clock" onClose={keep}>
      <div className="dialog__body">
        <p className="tabular" role="timer">
          {t("auth.secondsLeft", { count: left })}
        </p>
      </div>
      <div className="dialog__foot">
        <Button onClick={signOut}>{t("shell.signOut")}</Button>
        <Button tone="primary" data-focus onClick={keep}>
          {t("auth.stay")}
        </Button>
      </div>
    </Dialog>
  )
}
