import { classes } from "./classes"

/** A placeholder for content that is being loaded. */
export const Skeleton = ({ width = "long" }: { width?: "short" | "long" | "thumb" }) => (
  <span className={classes("skeleton", `skeleton--${width}`)} aria-hidden="true" />
)
