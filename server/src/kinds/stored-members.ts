import { offeredTo } from "../auth/policy"
import type { Actor } from "../http/context"
import type { StoredRow } from "./kind"

type Dated = Pick<StoredRow, "id" | "createdAt" | "updatedAt">

/**
 * The members that the server gives every record; `tenantId` is null for a record of the platform
 * (docs/contract.md#ownership-and-reach). They are spread after the other members: V8 takes over a microsecond for each member
 * that follows a spread.
 */
export const storedMembers = <R extends Dated & { tenantId: string | null }>({ id, tenantId, createdAt, updatedAt }: R) => ({
  id,
  tenantId: tenantId as R["tenantId"],
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
})

/** As `storedMembers`, with the companies that the record is offered to, as far as the actor may see them. */
export const ownedMembers = <R extends Dated & { tenantId: string | null; tenantIds: string[] }>(row: R, actor: Actor) => ({
  tenantIds: offeredTo(actor, row),
  ...storedMembers(row),
})
