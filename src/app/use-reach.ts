import { useMemo } from "react"
import { changeableCompanies, companyOptions } from "../modules/owners/api"
import { useCurrentUser } from "../ui/hooks/use-current-user"
import { useQuery } from "../ui/hooks/use-query"
import type { Owned } from "../ui/pages/screen-context"

/**
 * Returns a function that tells whether the person may change records of an owner (docs/contract.md#ownership-and-reach).
 * Where the owner is unknown, or the companies in reach are not loaded, the server decides.
 */
export const useReach = () => {
  const user = useCurrentUser()
  const tenantId = user?.role === "TenantAdmin" ? user.tenantId : undefined
  const { data } = useQuery(companyOptions, undefined, tenantId !== undefined)
  return useMemo(() => {
    const reach = data && tenantId !== undefined ? changeableCompanies(data, tenantId) : undefined
    return (owner: Owned) =>
      user?.role === "Administrator" ||
      owner.tenantId === undefined ||
      (owner.tenantId !== null && (!reach || reach.includes(owner.tenantId)))
  }, [data, tenantId, user?.role])
}
