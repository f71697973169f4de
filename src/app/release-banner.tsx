import { useSnapshot } from "valtio"
import { unsavedChanges } from "../state/instances"
import { release } from "../state/release"
import { Button } from "../ui/controls/button"
import { Alert } from "../ui/display/alert"
import { useT } from "../ui/hooks/use-t"

const reload = () => {
  unsavedChanges.saveDraft()
  unsavedChanges.clear()
  location.reload()
}

/** A newer release stands on the server. What is typed is kept as a draft and offered back after the reload. */
export const ReleaseBanner = () => {
  const t = useT()
  const { isReplaced: isGone } = useSnapshot(release)
  if (!isGone) return null
  return (
    <Alert
      tone="info"
      title={t("shell.newRelease")}
      text={t("shell.newReleaseText")}
      actions={
        <Button size="sm" onClick={reload}>
          {t("shell.reload")}
        </Button>
      }
    />
  )
}
