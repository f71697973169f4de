import { memo, type ReactNode, useState } from "react"
import type { Bound } from "../../core/form/parts"
import { failedCallMessage } from "../../core/http/errors"
import type { Option, Options as OptionList } from "../../core/http/options"
import type { Key } from "../../core/text/i18n"
import { can, type Feature } from "../../state/features"
import { confirmation } from "../../state/instances"
import type { Role } from "../../state/session"
import { Button } from "../controls/button"
import { Combobox } from "../controls/combobox"
import { Field, type FieldAria, type FieldOptions } from "../controls/field"
import { MultiSelect } from "../controls/multi-select"
import { useScreenContext } from "../hooks/screen-context"
import { useCurrentUser } from "../hooks/use-current-user"
import { optionSource, useLongOptions } from "../hooks/use-long-options"
import type { OptionSource } from "../hooks/use-options"
import { useT } from "../hooks/use-t"
import { type FieldOf, useBound } from "./bound"

/** A cached list of options, how a missing one is created by users of one role, and the page on which each role keeps the list in order. */
export type Choices = {
  options: OptionList
  creator?: { role: Role; create: (name: string) => Promise<Option> }
  page?: { label: Key; paths: Partial<Record<Role, string>>; feature: Feature }
}

type Options = Choices & FieldOptions & { placeholder: string }
type Props<V> = Bound<V> & Options

type ControlProps = FieldAria & {
  options?: readonly Option[]
  loadOptions?: NonNullable<OptionSource["loadOptions"]>
  known?: readonly Option[]
  onCreate?: (name: string) => Promise<Option | undefined>
  placeholder: string
}

/** The field around a control with loaded options, without those that cannot be chosen any more. An error of the load is shown below it, with a retry. */
const OptionsField = <V,>({
  field,
  options,
  creator,
  page,
  placeholder,
  children,
  ...props
}: Options & {
  id: string
  label: string
  field: FieldOf<V>
  children: (control: ControlProps) => ReactNode
}) => {
  const t = useT()
  const [first] = useState(field.value)
  // What the record had when the form was opened stays on offer, marked, like what is chosen now.
  const held: unknown[] = [first, field.value].flat()
  const { data = [], error, reload, search } = useLongOptions(options, held.map(String))
  const offer = (all: readonly Option[]) =>
    all
      .filter(({ value, blockedReason }) => !blockedReason || held.includes(value))
      .map(option => (option.blockedReason ? { ...option, label: `${option.label} (${t(option.blockedReason)})` } : option))
  const offered = offer(data)
  const source = optionSource(offered, search && ((text, signal) => search(text, signal).then(offer)))
  const user = useCurrentUser()
  const { mayOpen } = useScreenContext()
  const path = page && user && page.paths[user.role]
  /** What is created stays in a list that others use: a key pressed by mistake creates nothing. */
  const confirmAndCreate = async (text: string, create: (name: string) => Promise<Option>) => {
    const isConfirmed = await confirmation.ask({
      title: t("ui.createOptionTitle", { text }),
      text: t("ui.createOptionText", { field: props.label }),
      confirmLabel: t("ui.create"),
    })
    return isConfirmed ? create(text) : undefined
  }
  const onCreate = creator && user?.role === creator.role ? (text: string) => confirmAndCreate(text, creator.create) : undefined
  return (
    <div>
      <Field {...props} error={field.error} note={field.note}>
        {aria => children({ ...aria, ...source, onCreate, placeholder })}
      </Field>
      {error !== undefined && data.length === 0 && (
        <p className="row small" role="alert">
          {failedCallMessage(error, "ui.optionsFailed", t)}
          <Button size="sm" tone="ghost" icon="refresh" onClick={reload}>
            {t("ui.retry")}
          </Button>
        </p>
      )}
      {path && can(page.feature) && mayOpen(path.replace(/\?.*/, "")) && (
        <a className="btn btn--ghost btn--sm" href={path} target="_blank" rel="noreferrer">
          {t(page.label)}
        </a>
      )}
    </div>
  )
}

/** A field that selects one option. */
export const ChoiceField = memo((bound: Props<string>) => {
  const { field, ...props } = useBound(bound)
  return (
    <OptionsField {...props} field={field}>
      {control => <Combobox {...control} value={field.value ?? ""} onChange={field.onChange} />}
    </OptionsField>
  )
})

/** A field that selects several options. */
export const ChoicesField = memo((bound: Props<string[]>) => {
  const { field, ...props } = useBound(bound)
  return (
    <OptionsField {...props} field={field}>
      {control => <MultiSelect {...control} value={field.value} onChange={field.onChange} />}
    </OptionsField>
  )
})
