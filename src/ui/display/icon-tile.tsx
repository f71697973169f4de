import type { BadgeTone } from "./badge"
import { classes } from "./classes"
import { Icon } from "./icon"

/** An icon on a tinted tile, used by empty states and dialogs. */
export const IconTile = ({ icon, tone, size }: { icon: string; tone?: BadgeTone | "accent"; size?: "sm" }) => (
  <div className={classes("icon-tile", size && "icon-tile--sm")} data-tone={tone}>
    <Icon name={icon} />
  </div>
)
