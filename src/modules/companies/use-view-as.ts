import type { Company } from "../../contract/companies"
import { notifyFailure } from "../../state/notifications"
import { viewingStarted } from "../../state/session"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import type { MenuItem } from "../../ui/overlays/menu"
import { viewAs } from "./api"

/**
 * Returns the menu item that shows the console as the company's administrator sees it, without writing; none but for the platform
 * (docs/contract.md#seeing-a-company).
 */
export const useViewAs = () => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const start = (company: Company) =>
    viewAs(company).then(viewingStarted, (error: unknown) => notifyFailure(error, "error.generic"))
  return (company: Company): MenuItem[] =>
    isPlatform ? [{ label: t("tenant.viewAs"), icon: "eye", run: () => start(company) }] : []
}
