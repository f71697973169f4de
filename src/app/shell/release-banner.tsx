import { useSnapshot } from "valtio"
import { unsavedChanges } from "../../state/instances"
import { release } from "../../state/release"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { Banner } from "../../ui/display/banner"
import { useT } from "../../ui/hooks/use-t"

const reload = () => {
  unsavedChanges.saveDraft()
  unsavedChanges.clear()
  location.reload()
}

/** Shown when a newer release has replaced the page's files. Unsaved changes are stored as a draft before the reload. */
export const ReleaseBanner = () => {
  const t = useT()
  const { isReplaced } = useSnapshot(release)
  if (!isReplaced) return null
  return (
    <Banner rank="release">
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
    </Banner>
  )
}
