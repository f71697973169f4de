import { useMemo } from "react"
import type { FeedbackItem } from "../../contract/feedback"
import type { Code } from "../../core/codes"
import { required } from "../../core/rules"
import { CodeField } from "../../ui/forms/code-field"
import { useT } from "../../ui/hooks/use-t"
import type { BulkEditor } from "../../ui/lists/bulk-action"
import { BulkEditDialog } from "../records/bulk-edit"
import { PersonField } from "../records/person-field"
import { searchAssignees } from "./api"
import { feedback, priorityLook, statusLook } from "./resource"

const labels = {
  status: "feedback.statusLabel",
  priority: feedback.labels.priority,
  assignedTo: "feedback.assignee",
} as const
const blank: { status: Code; priority: Code; assignedTo: string } = { status: null, priority: null, assignedTo: "" }

export const BulkEdit: BulkEditor<FeedbackItem> = props => {
  const t = useT()
  const loadOptions = useMemo(() => searchAssignees(), [])
  return (
    <BulkEditDialog
      {...props}
      module="feedback"
      resource={feedback}
      blank={blank}
      labels={labels}
      rules={{ status: required("bulkEdit.valueRequired"), priority: required("bulkEdit.valueRequired") }}
      bodyOf={({ assignedTo, ...draft }) => ({ ...draft, assignedTo: assignedTo || null })}
    >
      {(form, member) =>
        member === "assignedTo" ? (
          <PersonField
            {...form.bind("assignedTo")}
            hint={t("feedback.bulkEdit.nobody")}
            loadOptions={loadOptions}
            placeholder={t("feedback.unassigned")}
            optional
          />
        ) : (
          <CodeField key={member} {...form.bind(member)} look={member === "status" ? statusLook : priorityLook} required />
        )
      }
    </BulkEditDialog>
  )
}
