import { classes } from "./classes"

type SpinnerSize = "sm" | "md" | "lg" | "xl"

/** Sizes: `sm` for buttons, `md` panels, `lg` cards, `xl` pages. Without a label it is hidden from assistive technology. */
export const Spinner = ({ size = "md", label }: { size?: SpinnerSize; label?: string }) => (
  <span
    className={classes("spinner", size !== "md" && `spinner--${size}`)}
    {...(label ? { role: "status", "aria-label": label } : { "aria-hidden": true })}
  />
)
