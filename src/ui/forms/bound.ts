import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { Observable } from "../../core/form/observable"
import type { FieldHandle, FieldState } from "../../core/form/parts"
import { createFormSession, type FormOptions, type FormSession, type SaveCall } from "../../core/form/session"
import type { FormSpec } from "../../core/form/spec"
import type { Key } from "../../core/text/i18n"
import { connection } from "../../state/connection"
import { useLatest } from "../hooks/use-latest"
import { useT } from "../hooks/use-t"
import { messageText } from "./message-text"

/** The hooks by which a screen follows a form (src/core/form/session.ts). */

/** Renders again when the value differs, and for no other change of the form. */
export const useObservable = <S>({ subscribe, get }: Observable<S>): S => useSyncExternalStore(subscribe, get, get)

/** Follows what a component derives of a whole draft; renders again when its JSON differs. @param read does not change */
export const useDerived = <D extends object, S>(form: Pick<FormSession<D>, "derived">, read: (draft: D) => S): S =>
  useObservable(useState(() => form.derived(read))[0])

/**
 * Creates the form of a component, for its life. The calls of `options` may depend on later props.
 * @param spec the one of the first render
 */
export const useFormSession = <D extends object, V = unknown>(
  spec: FormSpec<D>,
  options: Omit<FormOptions<D, V>, "isConnectionLost">,
): FormSession<D, V> => {
  const latest = useLatest(options)
  const [form] = useState(() =>
    createFormSession<D, V>(spec, {
      ...options,
      save: (draft: D, call: SaveCall<D>) => latest.current.save(draft, call),
      theirsOf: (error, basis) => latest.current.theirsOf?.(error, basis),
      isConnectionLost: () => connection.isLost,
    }),
  )
  useEffect(() => form.drafts.open(), [form])
  return form
}

/** What a control needs of a field: its value, and the texts of its message and note. */
export type FieldOf<V> = {
  value: V
  onChange: (value: V) => void
  error: string | undefined
  /** That the stored value, which is unchanged, breaks a rule. */
  note: string | undefined
  /** The stored value of a change; a list compares its entries with it. */
  stored: V | undefined
  onLeave: () => void
  /** Whether something of the field is under way that a save must wait for. */
  onBusy: (isBusy: boolean) => void
}

/** What any field is bound to. */
type AnyBound = {
  label: Key
  field: Observable<FieldState<unknown>> & Pick<FieldHandle<unknown>, "leave" | "hold"> & { set: (value: never) => void }
}
type ValueOf<P extends AnyBound> = P["field"] extends Observable<FieldState<infer V>> ? V : never

/** Follows a field. Returns the props of a control around it. */
export const useBound = <P extends AnyBound>({ field, label, ...bound }: P) => {
  const t = useT()
  const { value, error, hasNote, stored } = useObservable(field) as FieldState<ValueOf<P>>
  const text = error === undefined ? undefined : messageText(error, t)
  const shown = useMemo(
    (): FieldOf<ValueOf<P>> => ({
      value,
      error: text,
      note: hasNote ? t("ui.storedInvalid") : undefined,
      stored,
      onChange: field.set as (value: ValueOf<P>) => void,
      onLeave: field.leave,
      onBusy: field.hold,
    }),
    [value, text, hasNote, stored, field, t],
  )
  return { ...bound, label: t(label), field: shown }
}
