import { classes } from "./classes"

/** A quiet bar where something will stand. */
export const Skeleton = ({ width = "w3" }: { width?: "w1" | "w2" | "w3" | "is-thumb" | "is-pill" }) => (
  <span className={classes("skel", width)} aria-hidden="true" />
)
