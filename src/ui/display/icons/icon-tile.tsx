import type { BadgeTone } from "../badge"
import { classes } from "../classes"
import { Icon, type IconName } from "./icon"

/** An icon on a tinted tile, used by empty states and dialogs. */
export const IconTile = ({ icon, tone, size }: { icon: IconName; tone?: BadgeTone | "accent"; size?: "sm" }) => (
  <div className={classes("icon-tile", size && "icon-tile--sm")} data-tone={tone}>
    <Icon name={icon} />
  </div>
)
