import type { Code } from "../../core/codes"
import { Select } from "../controls/select"
import { type CodeLook, codeLabel } from "../display/badge"
import { useT } from "../hooks/use-t"
import { Field } from "./field"
import type { BoundField } from "./use-form"

/** A choice among codes. A code that is unknown or missing stays until another one is chosen. */
export const CodeField = <N extends string>({
  id,
  label,
  field: { value, onChange, error },
  look,
  required,
}: BoundField<Code> & { look: Pick<CodeLook<N>, "of" | "texts">; required?: boolean }) => {
  const t = useT()
  const { of } = look
  const known = of.value(of.name(value))
  return (
    <Field id={id} label={label} error={error} required={required}>
      {aria => (
        <Select
          {...aria}
          value={String(known)}
          onChange={next => onChange(Number(next))}
          options={[...(known < 0 ? [known] : []), ...of.values].map(code => ({
            value: String(code),
            label: codeLabel(look, code === known ? value : code, t),
          }))}
        />
      )}
    </Field>
  )
}
