import { maxApprovalComment } from "../../contract/approval"
import { Field } from "../controls/field"
import { TextArea } from "../controls/text-area"
import { useT } from "../hooks/use-t"

/** The field for a note to who decides about a change that is sent for approval. */
export const ApprovalNote = ({ value, onChange }: { value: string; onChange: (note: string) => void }) => {
  const t = useT()
  return (
    <Field id="approval-note" label={t("approval.note")} optional>
      {aria => <TextArea {...aria} rows={2} maxLength={maxApprovalComment} value={value} onChange={onChange} />}
    </Field>
  )
}
