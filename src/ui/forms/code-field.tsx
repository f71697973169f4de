import { memo } from "react"
import type { Code } from "../../core/codes"
import { Field, type FieldOptions } from "../controls/field"
import { Select } from "../controls/select"
import { type CodeLook, codeLabel } from "../display/badge"
import { useT } from "../hooks/use-t"
import type { BoundField } from "./use-form"

const SelectOfCodes = <N extends string>({
  field,
  look,
  ...props
}: BoundField<Code> & FieldOptions & { look: Pick<CodeLook<N>, "of" | "texts"> }) => {
  const t = useT()
  const { of } = look
  const current = of.value(of.name(field.value))
  const codes = [...(current < 0 ? [current] : []), ...of.values]
  return (
    <Field {...props} error={field.error}>
      {aria => (
        <Select
          {...aria}
          value={String(current)}
          onChange={next => field.onChange(Number(next))}
          options={codes.map(code => ({
            value: String(code),
            label: codeLabel(look, code === current ? field.value : code, t),
          }))}
        />
      )}
    </Field>
  )
}

/** Selects a code. An unknown or missing code is kept until another one is selected. */
export const CodeField = memo(SelectOfCodes) as typeof SelectOfCodes
