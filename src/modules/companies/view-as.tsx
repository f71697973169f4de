import { useState } from "react"
import type { Company } from "../../contract/companies"
import { notifyFailure } from "../../state/notifications"
import { viewingStarted } from "../../state/session"
import { Button } from "../../ui/controls/button"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { viewAs } from "./api"

/** Shows the console as the company's administrator sees it, without writing; for the platform (docs/contract.md#seeing-a-company). */
export const ViewAs = ({ record }: { record: Company }) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const [isBusy, setBusy] = useState(false)
  if (!isPlatform) return null
  const start = async () => {
    setBusy(true)
    try {
      viewingStarted(await viewAs(record))
    } catch (error) {
      setBusy(false)
      notifyFailure(error, "error.generic")
    }
  }
  return (
    <Button icon="eye" busy={isBusy} onClick={start}>
      {t("tenant.viewAs")}
    </Button>
  )
}
