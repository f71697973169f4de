import type { ReactNode } from "react"
import type { Codes } from "../../core/codes"
import type { Key } from "../../core/i18n"
import { useT } from "../hooks/use-t"

export type BadgeTone = "success" | "warning" | "danger" | "info" | "neutral"

/** A status is always written; its dot only repeats it. */
export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span className="badge badge--dot" data-tone={tone}>
    {children}
  </span>
)

/** A wire code as a badge; an unknown one says so (decisions §2). @param prefix keys are `prefix.name` */
export const CodeBadge = <N extends string>(props: {
  of: Codes<N>
  prefix: string
  tones: Record<N, BadgeTone>
  value: unknown
}) => {
  const t = useT()
  const name = props.of.name(props.value)
  return name ? (
    <Badge tone={props.tones[name]}>{t(`${props.prefix}.${name}` as Key)}</Badge>
  ) : (
    <Badge tone="neutral">{t("ui.unknown")}</Badge>
  )
}
