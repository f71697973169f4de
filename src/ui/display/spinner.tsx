import { classes } from "./classes"

export type SpinnerSize = "sm" | "md" | "lg" | "xl"

/** sm in buttons, md in panels, lg in cards, xl for the full page. Without a label it is decoration. */
export const Spinner = ({ size = "md", label }: { size?: SpinnerSize; label?: string }) => (
  <span
    className={classes("spinner", size !== "md" && `spinner--${size}`)}
    {...(label ? { role: "status", "aria-label": label } : { "aria-hidden": true })}
  />
)
