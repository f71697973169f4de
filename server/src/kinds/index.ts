import type { AuditedRecord } from "../../../src/contract/modules"
import { announcement } from "./announcement"
import { brand } from "./brand"
import { campaign } from "./campaign"
import { draw } from "./draw"
import { feedback } from "./feedback"
import { gift } from "./gift"
import type { Kind } from "./kind"
import { payment } from "./payment"
import { survey } from "./survey"
import { tenant } from "./tenant"
import { user } from "./user"

const byName: { readonly [N in AuditedRecord]: Kind & { name: N } } = {
  announcement,
  brand,
  campaign,
  draw,
  feedback,
  gift,
  payment,
  survey,
  tenant,
  user,
}

/** The kinds of record, for what has only the name of one, such as an entry of the audit log. */
export const kinds: readonly Kind[] = Object.values(byName)

export const kindNamed = (name: AuditedRecord): Kind => byName[name]

/** As `kindNamed`, for any name. */
export const findKind = (name: string): Kind | undefined => kinds.find(kind => kind.name === name)
