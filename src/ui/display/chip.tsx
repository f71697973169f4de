import type { ReactNode } from "react"
import { Icon } from "./icons/icon"

/** A value with a remove button. @param removeLabel accessible name of the button */
export const Chip = (props: { children: ReactNode; removeLabel: string; onRemove: () => void }) => (
  <span className="chip">
    <span>{props.children}</span>
    <button type="button" aria-label={props.removeLabel} onClick={props.onRemove}>
      <Icon name="x" size="sm" />
    </button>
  </span>
)
