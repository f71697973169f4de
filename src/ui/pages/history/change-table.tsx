import { useState } from "react"
import type { Key } from "../../../core/text/i18n"
import { Icon } from "../../display/icons/icon"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"
import { changedMembers, displayedMembers, type HistorySpec, isBlank, type Members } from "./history-spec"

/** Characters of a text that are shown before it is expanded. */
const shownLength = 160

/** A text of any length; a long one is shortened, and expanded by a button. */
const LongText = ({ text }: { text: string }) => {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (text.length <= shownLength * 1.25) return text
  return (
    <>
      {isOpen ? `${text} ` : `${text.slice(0, shownLength).trimEnd()}… `}
      <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? "history.less" : "history.more")}
      </button>
    </>
  )
}

/** A value of a member without a component of its own. */
const PlainValue = ({ value }: { value: unknown }) => {
  const t = useT()
  const format = useFormat()
  if (typeof value === "boolean") return t(value ? "ui.yes" : "ui.no")
  if (typeof value === "number") return format.number(value)
  return <LongText text={typeof value === "string" ? value : JSON.stringify(value)} />
}

/** A value; of a list that another one shares entries with, the other entries and the number of the shared ones. */
const Value = ({ spec, name, draft, other }: { spec: HistorySpec; name: string; draft: Members; other: Members | null }) => {
  const t = useT()
  const shared = common(draft[name], other?.[name])
  const Shown = spec.compare[name]
  if (shared.length) {
    const rest = (draft[name] as string[]).filter(entry => !shared.includes(entry))
    return (
      <>
        {rest.length > 0 && <Value spec={spec} name={name} draft={{ ...draft, [name]: rest }} other={null} />}
        <small className="subtle"> {t("history.unchangedEntries", { count: shared.length })}</small>
      </>
    )
  }
  const value = draft[name]
  if (value === undefined || (isBlank(value) && !Shown)) return <span className="subtle">{t("history.blank")}</span>
  return Shown ? <Shown value={value} draft={draft} /> : <PlainValue value={value} />
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(entry => typeof entry === "string")

/** The entries of a list of texts or ids that another list has as well; none where the lists only differ in their order. */
const common = (value: unknown, other: unknown): string[] => {
  if (!isTexts(value) || !isTexts(other)) return []
  const both = value.filter(entry => other.includes(entry))
  return both.length === value.length && both.length === other.length ? [] : both
}

const MemberName = ({ spec, name }: { spec: HistorySpec; name: string }) => {
  const t = useT()
  const label: Key | undefined = spec.labels[name]
  return label ? t(label) : <code translate="no">{name}</code>
}

/**
 * What a change set, changed or removed, field by field, by the labels of the form and with its presentation of values. A member
 * that the form does not have is shown by its name on the wire.
 * @param before null: the record was created; @param after null: it was deleted
 */
export const ChangeTable = ({
  spec,
  caption,
  before,
  after,
  sides: [beforeLabel, afterLabel] = ["history.before", "history.after"],
}: {
  spec: HistorySpec
  caption: string
  before: Members | null
  after: Members | null
  /** Headings of the two columns. */
  sides?: readonly [Key, Key]
}) => {
  const t = useT()
  const [old, now] = [displayedMembers(spec, before), displayedMembers(spec, after)]
  const names = changedMembers(spec, old, now)
  const columns = [
    ...(before ? [{ side: "before", label: t(beforeLabel), icon: "minus" as const, draft: old, other: now }] : []),
    ...(after ? [{ side: "after", label: t(afterLabel), icon: "plus" as const, draft: now, other: old }] : []),
  ]
  if (!names.length) return <p className="subtle small">{t("history.nothingChanged")}</p>
  return (
    <table className="changes">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t("ui.field")}</th>
          {columns.map(({ side, label }) => (
            <th key={side} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map(name => (
          <tr key={name}>
            <th scope="row">
              <MemberName spec={spec} name={name} />
            </th>
            {columns.map(({ side, label, icon, draft, other }) => (
              <td key={side} data-side={side} data-label={label}>
                <Icon name={icon} size="sm" />
                <div>
                  <Value spec={spec} name={name} draft={draft} other={before && after ? other : null} />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
