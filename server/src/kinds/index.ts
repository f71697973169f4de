import { announcement } from "./announcement"
import { brand } from "./brand"
import { campaign } from "./campaign"
import { draw } from "./draw"
import { gift } from "./gift"
import type { Kind } from "./kind"
import { payment } from "./payment"
import { survey } from "./survey"

/** The kinds of record, for what has only the name of one, such as an entry of the audit log. */
export const kinds: readonly Kind[] = [announcement, brand, campaign, draw, gift, payment, survey]

export const findKind = (name: string): Kind | undefined => kinds.find(kind => kind.name === name)
