import { classes } from "./classes"

/** The sprite's address: hashed by the build. */
const sprite = typeof __ICONS__ === "string" ? __ICONS__ : "/icons.svg"

/** An icon of the sprite; decoration only, whatever it stands beside names the thing. */
export const Icon = ({ name, size, className }: { name: string; size?: "sm" | "lg"; className?: string }) => (
  <svg className={classes("icon", size && `icon--${size}`, className)} aria-hidden="true">
    <use href={`${sprite}#i-${name}`} />
  </svg>
)
