import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import { session, viewingEnded } from "../../state/session"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { useT } from "../../ui/hooks/use-t"

/** Shown on every page while a company is seen as its administrator does; it stays in view (docs/contract.md#seeing-a-company). */
export const ViewingBanner = () => {
  const t = useT()
  const [, navigate] = useLocation()
  const { viewing } = useSnapshot(session)
  if (!viewing) return null
  const end = () => {
    viewingEnded()
    navigate(`/admin/company-management/${viewing.user.tenantId}`)
  }
  return (
    <div className="sticky-banner">
      <Alert
        tone="warning"
        title={t("viewAs.title", { company: viewing.company })}
        text={t("viewAs.text")}
        actions={
          <Button size="sm" onClick={end}>
            {t("viewAs.end")}
          </Button>
        }
      />
    </div>
  )
}
