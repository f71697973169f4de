import type { ReactNode } from "react"
import type { Codes } from "../../core/codes"
import { dash } from "../../core/text/format"
import type { Key, Translate } from "../../core/text/i18n"
import { useT } from "../hooks/use-t"

export type BadgeTone = "success" | "warning" | "danger" | "info" | "neutral"

/** A status as text with a coloured dot. */
export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span className="badge badge--dot" data-tone={tone}>
    {children}
  </span>
)

/** How codes are displayed: the text key of a name is `<texts>.<name>`. Without tones all are neutral. */
export type CodeLook<N extends string> = {
  of: Codes<N>
  texts: string
  tones?: Record<N, BadgeTone>
  /** The order in which people choose among them; absent: that of the wire. */
  order?: readonly N[]
}

export const toneOf = <N extends string>({ of, tones }: CodeLook<N>, value: unknown): BadgeTone => {
  const name = of.name(value)
  return (name && tones?.[name]) ?? "neutral"
}

/** Returns the text key of a code; unknown codes share one text (docs/contract.md#codes). */
export const codeText = <N extends string>({ of, texts }: Pick<CodeLook<N>, "of" | "texts">, value: unknown): Key => {
  const name = of.name(value)
  return name ? (`${texts}.${name}` as Key) : "ui.unknown"
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ""

/** Returns the text of a code; a dash for a missing one. */
export const codeLabel = <N extends string>(look: Pick<CodeLook<N>, "of" | "texts">, value: unknown, t: Translate): string =>
  isMissing(value) ? dash : t(codeText(look, value))

/** Returns a code as a badge; a dash for a missing one. Cells of tables call it, which costs less than a component each. */
export const codeBadge = <N extends string>(look: CodeLook<N>, value: unknown, t: Translate) => {
  if (isMissing(value)) return dash
  return Badge({ tone: toneOf(look, value), children: codeLabel(look, value, t) })
}

/** A code as a badge; a dash for a missing one. */
export const CodeBadge = <N extends string>({ value, ...look }: CodeLook<N> & { value: unknown }) =>
  codeBadge(look, value, useT())
