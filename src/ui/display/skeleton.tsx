import { classes } from "./classes"

/** A quiet bar where something will stand. */
export const Skeleton = ({ width = "long" }: { width?: "short" | "long" | "thumb" }) => (
  <span className={classes("skeleton", `skeleton--${width}`)} aria-hidden="true" />
)
