import { useMemo } from "react"
import { changeableCompanies, companyOptions } from "../../modules/owners/api"
import { cache } from "../../state/instances"
import { currentUser, session, type User } from "../../state/session"
import type { Owned } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"

const ownCompany = (user: User | undefined) => (user?.role === "TenantAdmin" ? user.tenantId : undefined)

/** Requests the companies in reach ahead of the first render. */
export const prefetchReach = () => {
  if (ownCompany(currentUser(session)) !== undefined) cache.prefetch(companyOptions, undefined)
}

/**
 * Returns a function that returns whether the person may change records of an owner (docs/contract.md#ownership-and-reach).
 * Where the owner is unknown, or the companies in reach are not loaded, the server decides.
 */
export const useReach = () => {
  const user = useCurrentUser()
  const tenantId = ownCompany(user)
  const { data } = useQuery(companyOptions, undefined, tenantId !== undefined)
  return useMemo(() => {
    const reach = data && tenantId !== undefined ? changeableCompanies(data, tenantId) : undefined
    return (owner: Owned) =>
      user?.role === "Administrator" ||
      owner.tenantId === undefined ||
      (owner.tenantId !== null && (!reach || reach.includes(owner.tenantId)))
  }, [data, tenantId, user?.role])
}
