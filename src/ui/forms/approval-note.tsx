import { maxApprovalComment } from "../../contract/approval"
import type { FormSession } from "../../core/form/session"
import { Field } from "../controls/field"
import { TextArea } from "../controls/text-area"
import { useT } from "../hooks/use-t"
import { useObservable } from "./bound"

/** The field for a note to who decides about a change that is sent for approval. */
export const ApprovalNote = ({ value, onChange }: { value: string; onChange: (note: string) => void }) => {
  const t = useT()
  return (
    <Field id="approval-note" label={t("approval.note")} optional>
      {aria => <TextArea {...aria} rows={2} maxLength={maxApprovalComment} value={value} onChange={onChange} />}
    </Field>
  )
}

/** The note of a form whose save is sent for approval. */
export const FormNote = ({ form }: { form: Pick<FormSession<object>, "note"> }) => (
  <ApprovalNote value={useObservable(form.note)} onChange={form.note.set} />
)
