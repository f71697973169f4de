import { type GiftCard, validityAt } from "../../contract/gifts"
import { CodeBadge } from "../../ui/display/badge"
import { useNow } from "../../ui/hooks/use-now"
import { validityLook } from "./resource"

/** The current validity of a card. */
export const ValidityBadge = ({ gift }: { gift: Pick<GiftCard, "validityStart" | "validityEnd"> }) => (
  <CodeBadge {...validityLook} value={validityAt(gift, useNow())} />
)
