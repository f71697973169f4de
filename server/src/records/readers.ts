import type { Database } from "../db/open"
import type { Actor } from "../http/context"
import type { EntityName } from "../kinds/entities"

export type Reader = (db: Database, actor: Actor, id: string, now: number) => Promise<{ row: object; value: object } | undefined>

/** What a call on one record answers, by kind: set by the last `records()` of the kind, whose calls are those of the product. */
export const readers: Partial<Record<EntityName, Reader>> = {}
