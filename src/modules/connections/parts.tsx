import type { ReactNode } from "react"
import { compact, type Falsy } from "../../core/compact"
import type { Bound } from "../../core/form/parts"
import type { Option } from "../../core/http/options"
import type { Read } from "../../core/http/query"
import type { Key } from "../../core/text/i18n"
import { notifyFailure } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { CopyButton } from "../../ui/controls/copy-button"
import { Field } from "../../ui/controls/field"
import { MultiSelect } from "../../ui/controls/multi-select"
import { TextArea } from "../../ui/controls/text-area"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { Icon, type IconName } from "../../ui/display/icons/icon"
import { Link } from "../../ui/display/link"
import { untranslated } from "../../ui/display/untranslated"
import { useBound } from "../../ui/forms/bound"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { Menu, type MenuItems } from "../../ui/overlays/menu"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { Empty } from "../../ui/placeholders/empty"

/** Hands on the result of a call, or reports its failure. */
export const report = <T,>(call: Promise<T>, failure: Key, onDone: (result: T) => void): Promise<void> =>
  call.then(onDone, (error: unknown) => void notifyFailure(error, failure))

/** A row of a card: its name, which leads to `href`, its address or code, what else is known of it, and what can be done with it. */
export type Line = {
  name: string
  href?: string
  badge?: ReactNode
  code: string
  facts: readonly (string | Falsy)[]
  items: () => MenuItems
}

/** All rows of a list in a card; one sentence where the server has no such calls (docs/contract.md#missing-calls). */
export const ConnectionCard = <T extends { id: string }>(props: {
  /** Prefix of the texts. */
  texts: string
  icon: IconName
  feature: "tokens" | "webhooks"
  rows: Read<undefined, T[]>
  lineOf: (row: T) => Line
  onAdd: () => void
}) => {
  const t = useT()
  const { icon, onAdd } = props
  const { entry, isOffered } = useOfferedQuery(props.feature, props.rows, undefined)
  const { data } = entry
  const text = (name: string) => t(`${props.texts}.${name}` as Key)
  const row = (row: T) => {
    const { name, href, badge, code, facts, items } = props.lineOf(row)
    return (
      <li key={row.id} data-row={row.id}>
        <span className="profile-list__icon">
          <Icon name={icon} />
        </span>
        <div className="profile-list__text">
          <div className="row row-wrap">
            {href ? (
              <Link className="link" href={href}>
                {name}
              </Link>
            ) : (
              <b>{name}</b>
            )}
            {badge}
          </div>
          <small className="profile-list__facts">
            <span>{untranslated(code)}</span>
            {compact(facts).map(fact => (
              <span key={fact}>{fact}</span>
            ))}
          </small>
        </div>
        <Menu label={t("ui.actionsOf", { title: name })} items={items} />
      </li>
    )
  }
  return (
    <Card
      title={text("title")}
      note={
        data && (
          <Button icon="plus" onClick={onAdd}>
            {text("add")}
          </Button>
        )
      }
    >
      {!isOffered ? (
        <p className="subtle">{text("notOffered")}</p>
      ) : !data ? (
        <QueryPlaceholder entry={entry} failed={text("failed")} />
      ) : data.length === 0 ? (
        <Empty tone="accent" icon={icon} title={text("empty")} text={text("emptyText")} />
      ) : (
        <ul className="profile-list">{data.map(row)}</ul>
      )}
    </Card>
  )
}

const all = "*"

type ManyProps = Bound<string[]> & { values: readonly string[]; labelOf: (value: string) => string; placeholder: string }

/** A required field of several values, with one more option for `whole`: many of them at once. */
export const ManyField = ({ whole, ...bound }: ManyProps & { whole: { label: string; values: readonly string[] } }) => {
  const { field, values, labelOf, placeholder, ...named } = useBound(bound)
  const { value, onChange } = field
  const isInWhole = (one: string) => whole.values.includes(one)
  const hasWhole = whole.values.every(one => value.includes(one))
  const choose = (next: string[]) => {
    const chosen = next.filter(one => one !== all)
    // One of the whole, chosen beside it, takes its place.
    const isWhole = next.includes(all) && !(hasWhole && chosen.some(isInWhole))
    onChange(isWhole ? [...whole.values, ...chosen.filter(one => !isInWhole(one))] : chosen)
  }
  const options: Option[] = values.map(value => ({ value, label: labelOf(value), hint: value }))
  return (
    <Field {...named} error={field.error} onLeave={field.onLeave} required>
      {aria => (
        <MultiSelect
          {...aria}
          placeholder={placeholder}
          options={[{ value: all, label: whole.label }, ...options]}
          value={hasWhole ? [all, ...value.filter(one => !isInWhole(one))] : value}
          onChange={choose}
        />
      )}
    </Field>
  )
}

/** A text to read and to copy. */
export const ReadOnlyText = ({ id, label, text, rows }: { id: string; label: string; text: string; rows: number }) => (
  <Field id={id} label={label}>
    {aria => (
      <TextArea {...aria} rows={rows} readOnly value={text} onChange={() => {}} onFocus={event => event.target.select()} />
    )}
  </Field>
)

/** What is shown once: whose it is, and the value. */
export type Secret = { of: "webhook" | "token"; value: string }

/** Shows a secret, which no later answer contains: Esc and a click beside the dialog do not close it. */
export const SecretDialog = ({ of, value, onClose }: Secret & { onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog title={t(`connections.secret.${of}`)} onClose={() => {}}>
      <div className="dialog__body">
        <Alert tone="warning" title={t("connections.secretOnce")} text={t(`connections.secretText.${of}`)} />
        <ReadOnlyText id="secret" label={t(`connections.secret.${of}`)} text={value} rows={2} />
      </div>
      <div className="dialog__foot">
        <CopyButton text={value} message={t("connections.secretCopied")} />
        <Button data-focus tone="primary" onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}
