import { announcement } from "./announcement"
import { brand } from "./brand"
import { campaign } from "./campaign"
import type { Kind } from "./kind"

/** The kinds of record, for what has only the name of one: an entry of the audit log, a line of the dashboard. */
export const kinds: readonly Kind[] = [announcement, brand, campaign]

export const findKind = (name: string): Kind | undefined => kinds.find(kind => kind.name === name)
