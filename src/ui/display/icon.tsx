import { classes } from "./classes"

/** URL of the icon sprite; the build adds a hash. */
const sprite = typeof __ICONS__ === "string" ? __ICONS__ : "/icons.svg"

/** An icon of the sprite, hidden from assistive technology. */
export const Icon = ({ name, size, className }: { name: string; size?: "sm" | "lg"; className?: string }) => (
  <svg className={classes("icon", size && `icon--${size}`, className)} aria-hidden="true">
    <use href={`${sprite}#i-${name}`} />
  </svg>
)
