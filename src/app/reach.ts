import { createContext } from "react"
import type { Owned } from "../ui/pages/screen-context"

/** The companies whose records an administrator of a company may change; undefined until they are loaded, and for the platform. */
export const ReachContext = createContext<readonly string[] | undefined>(undefined)

/**
 * Whether an administrator of a company may change records of this owner (docs/contract.md#ownership-and-reach). Where the
 * owner or the reach is unknown, the server decides.
 */
export const isInReach = ({ tenantId }: Owned, reach: readonly string[] | undefined): boolean =>
  tenantId === undefined || (tenantId !== null && (!reach || reach.includes(tenantId)))
