import type { ReactNode } from "react"
import { activeStatuses } from "../../core/codes"
import { isInstant } from "../../core/dates/dates"
import type { DraftOf, FieldKind, Fields, Target } from "../../core/fields"
import type { Option, Options as OptionList } from "../../core/http/options"
import type { Read } from "../../core/http/query"
import { dash } from "../../core/text/format"
import type { Key } from "../../core/text/i18n"
import { activeStatusLook } from "../display/active-status"
import { CodeBadge, type CodeLook } from "../display/badge"
import { Picture } from "../display/pictures/picture"
import { useFormat } from "../hooks/use-format"
import { useOptionLabels } from "../hooks/use-option-labels"
import { useT } from "../hooks/use-t"

/** Component that displays a member of a draft in a conflict. */
type Comparison<V, D> = (props: { value: V; draft: D }) => ReactNode

/** Components by member; members without one are displayed by {@link AsText}. */
export type Compare<D> = { [Member in keyof D]?: Comparison<D[Member], D> }

type Value<V> = { value: V }

/** A text as it is, other values as JSON. */
export const AsText = ({ value }: Value<unknown>) =>
  value === null || value === undefined || value === "" ? dash : typeof value === "string" ? value : JSON.stringify(value)

/** Ids as the labels of their options; one without an option is unknown. @param none text key for an empty selection */
export const asOptions = (options: OptionList, none?: Key) =>
  function Options({ value }: Value<string | readonly string[]>) {
    const t = useT()
    return useOptionLabels(options, true, t("ui.unknown"))(value) || (none ? t(none) : dash)
  }

/** Whether a date is refused by its rule: it is shown as it was typed. */
const isRefused = (value: string) => Boolean(value) && !isInstant(value)

/** An instant. @param none text key for an empty value */
export const asDateTime = (none?: Key) =>
  function DateTime({ value }: Value<string>) {
    const t = useT()
    const format = useFormat()
    if (!value && none) return t(none)
    return isRefused(value) ? value : format.dateTime(value)
  }

/** A number. @param none text key for an empty value */
export const asNumber = (none: Key) =>
  function Figure({ value }: Value<number | null>) {
    const t = useT()
    const format = useFormat()
    return value ? format.number(value) : t(none)
  }

/** A code as a badge. */
export const asCode = <N extends string>(look: CodeLook<N>) =>
  function CodeValue({ value }: Value<unknown>) {
    return <CodeBadge {...look} value={value} />
  }

export const AsPicture = ({ value }: Value<string>) => (value ? <Picture className="thumb" url={value} alt="" /> : dash)

const AsPictures = ({ value }: Value<readonly { url: string }[]>) =>
  value.length ? value.map(({ url }) => <Picture key={url} className="thumb" url={url} alt="" />) : dash

/** Whether a secret is set; its value is hidden. */
export const AsSecret = ({ value }: Value<string>) => (value ? "••••••••" : dash)

const AsDay = ({ value }: Value<string>) => {
  const format = useFormat()
  return isRefused(value) ? value : format.date(value)
}

const AsFigure = ({ value }: Value<number | null>) => {
  const format = useFormat()
  return value === null ? dash : format.number(value)
}

const byKind = { instant: asDateTime(), day: AsDay, number: AsFigure, picture: AsPicture, pictures: AsPictures }

/**
 * Returns how the members of a draft are displayed: by the kinds of their fields, codes by their looks, ids by the labels of the
 * options of what they name. Others are displayed as text.
 */
export const compareOf = <F extends Fields>(
  fields: F,
  looks: { [Member in keyof F]?: CodeLook<string> },
  options: { [T in Target]?: Read<undefined, Option[]> } = {},
): Compare<DraftOf<F>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, target, codes }]) => {
      const look = looks[name] ?? (codes === activeStatuses ? activeStatusLook : undefined)
      const labels = target && options[target]
      const shown = look ? asCode(look) : labels ? asOptions(labels) : (byKind as { [K in FieldKind]?: unknown })[kind]
      return shown ? [[name, shown]] : []
    }),
  ) as Compare<DraftOf<F>>
