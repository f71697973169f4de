import { memo } from "react"
import type { Code } from "../../core/codes"
import { Field, type FieldOptions } from "../controls/field"
import { Select } from "../controls/select"
import { type CodeLook, codeLabel } from "../display/badge"
import { useT } from "../hooks/use-t"
import type { BoundField, FieldOf } from "./use-form"

/** The field of a code, or of one that need not be given. */
type CodeOf = Omit<BoundField<Code>, "field"> & {
  field: Omit<FieldOf<Code>, "onChange"> & { onChange: (value: number | null) => void }
}

const SelectOfCodes = <N extends string>({
  field,
  look,
  ...props
}: CodeOf & FieldOptions & { look: Pick<CodeLook<N>, "of" | "texts" | "order"> }) => {
  const t = useT()
  const { of } = look
  const current = of.value(of.name(field.value))
  const isOpen = props.optional && (field.value == null || current >= 0)
  const first = isOpen ? t("ui.notGiven") : current < 0 && codeLabel(look, field.value, t)
  return (
    <Field {...props} error={field.error} note={field.note}>
      {aria => (
        <Select
          {...aria}
          value={String(current)}
          onChange={next => field.onChange(next === "-1" ? null : Number(next))}
          options={[
            ...(first ? [{ value: "-1", label: first }] : []),
            ...(look.order?.map(of.value) ?? of.values).map(code => ({ value: String(code), label: codeLabel(look, code, t) })),
          ]}
        />
      )}
    </Field>
  )
}

/** Selects a code; an optional field also none, which is null. An unknown or missing code is kept until another one is selected. */
export const CodeField = memo(SelectOfCodes) as typeof SelectOfCodes
