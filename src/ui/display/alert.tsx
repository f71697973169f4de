import type { ReactNode } from "react"
import type { BadgeTone } from "./badge"
import { Icon, type IconName } from "./icons/icon"

const icons: Record<BadgeTone, IconName> = { success: "ok", warning: "alert", danger: "error", info: "info", neutral: "info" }

/** A message within a page. Tone `danger` is announced assertively, others politely; of one that changes, what has changed. */
export const Alert = (props: { tone: BadgeTone; title: string; text?: string; children?: ReactNode; actions?: ReactNode }) => (
  <div className="alert" data-tone={props.tone} role={props.tone === "danger" ? "alert" : "status"} aria-atomic={false}>
    <Icon name={icons[props.tone]} />
    <div>
      <b>{props.title}</b>
      {props.text && <p>{props.text}</p>}
      {props.children}
    </div>
    {props.actions && <div className="button-row">{props.actions}</div>}
  </div>
)
