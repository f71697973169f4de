import { memo } from "react"
import type { Code } from "../../core/codes"
import type { Bound, FieldHandle } from "../../core/form/parts"
import { Field, type FieldOptions } from "../controls/field"
import { Select } from "../controls/select"
import { type CodeLook, codeLabel } from "../display/badge"
import { useT } from "../hooks/use-t"
import { useBound } from "./bound"

type Options<N extends string> = FieldOptions & { look: Pick<CodeLook<N>, "of" | "texts" | "order"> }
type SelectProps<N extends string> = Options<N> & {
  id: string
  label: string
  value: Code
  onChange: (value: number | null) => void
  error: string | undefined
  note?: string | undefined
}

/** Selects a code; an optional field also none, which is null. An unknown or missing code is kept until another one is selected. */
export const CodeSelect = <N extends string>({ look, value, onChange, ...props }: SelectProps<N>) => {
  const t = useT()
  const { of } = look
  const current = of.value(of.name(value))
  const isOpen = props.optional && (value == null || current >= 0)
  const first = isOpen ? t("ui.notGiven") : current < 0 && codeLabel(look, value, t)
  return (
    <Field {...props}>
      {aria => (
        <Select
          {...aria}
          value={String(current)}
          onChange={next => onChange(next === "-1" ? null : Number(next))}
          options={[
            ...(first ? [{ value: "-1", label: first }] : []),
            ...(look.order?.map(of.value) ?? of.values).map(code => ({ value: String(code), label: codeLabel(look, code, t) })),
          ]}
        />
      )}
    </Field>
  )
}

/** The field of a code, or of one that need not be given. */
type CodeOf = Omit<Bound<Code>, "field"> & {
  field: Omit<FieldHandle<Code>, "set"> & { set: (value: number | null) => void }
}

const SelectOfCodes = <N extends string>(bound: CodeOf & Options<N>) => {
  const { field, ...props } = useBound<CodeOf & Options<N>>(bound)
  return <CodeSelect {...props} value={field.value} onChange={field.onChange} error={field.error} note={field.note} />
}

/** A {@link CodeSelect} of a form. */
export const CodeField = memo(SelectOfCodes) as typeof SelectOfCodes
