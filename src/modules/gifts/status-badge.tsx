import { type GiftCard, validities, validityAt } from "../../contract/gifts"
import { activeStatuses } from "../../core/codes"
import { activeStatusLook } from "../../ui/display/active-status"
import { CodeBadge } from "../../ui/display/badge"
import { useNow } from "../../ui/hooks/use-now"
import { validityLook } from "./resource"

/** The status of a card: one badge, which for an active card outside its validity is the validity. */
export const StatusBadge = ({ gift }: { gift: Pick<GiftCard, "status" | "validityStart" | "validityEnd"> }) => {
  const validity = validityAt(gift, useNow())
  const isValid = validities.name(validity) === "valid" || activeStatuses.name(gift.status) !== "active"
  return isValid ? <CodeBadge {...activeStatusLook} value={gift.status} /> : <CodeBadge {...validityLook} value={validity} />
}
