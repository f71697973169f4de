import type { ReactNode } from "react"
import { Icon } from "./icon"

/** A short value that can be removed. @param removeLabel names the button, with the value it removes */
export const Chip = (props: { children: ReactNode; removeLabel: string; onRemove: () => void; disabled?: boolean }) => (
  <span className="chip">
    <span>{props.children}</span>
    <button type="button" disabled={props.disabled} aria-label={props.removeLabel} onClick={props.onRemove}>
      <Icon name="x" size="sm" />
    </button>
  </span>
)
