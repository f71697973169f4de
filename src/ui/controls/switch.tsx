import type { ComponentProps } from "react"
import { Checkbox } from "./checkbox"

/** A switch (on or off). */
export const Switch = (props: ComponentProps<typeof Checkbox>) => <Checkbox {...props} isSwitch />
