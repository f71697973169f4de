import { memo } from "react"
import { classes } from "../classes"
import type { consoleIcons } from "./console-icons"
import { startIcons } from "./start-icons"

export type IconName = keyof typeof startIcons | keyof typeof consoleIcons
type Paths = Partial<Record<IconName, string>>

const paths: Paths = startIcons

/** Makes more icons available. */
export const addIcons = (more: Paths) => Object.assign(paths, more)

/**
 * An icon in the colour of the text, hidden from assistive technology. One path: `<use>` would clone a symbol into a shadow tree
 * for each icon of the page.
 */
export const Icon = memo(({ name, size, className }: { name: IconName; size?: "sm" | "lg" | undefined; className?: string }) => (
  <svg className={classes("icon", size && `icon--${size}`, className)} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
))
