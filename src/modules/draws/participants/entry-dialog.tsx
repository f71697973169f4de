import { useMemo } from "react"
import type { Draw } from "../../../contract/draws/draws"
import type { Bound } from "../../../core/form/parts"
import { instant, type Rules, required } from "../../../core/rules"
import { notifySuccess } from "../../../state/notifications"
import { Combobox } from "../../../ui/controls/combobox"
import { Field } from "../../../ui/controls/field"
import { useBound } from "../../../ui/forms/bound"
import { DateTimeField } from "../../../ui/forms/date-fields"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { useT } from "../../../ui/hooks/use-t"
import { searchPeople } from "../../records/search-people"
import { addEntry } from "../api"
import { useStepApproval } from "../steps/use-step-approval"

type EntryDraft = { employeeId: string; at: string }

const rules: Rules<EntryDraft> = { employeeId: required("draw.entryPersonRequired"), at: instant }

const PersonField = ({ companyId, ...bound }: Bound<string> & { companyId: string }) => {
  const t = useT()
  const { field, ...props } = useBound(bound)
  const loadOptions = useMemo(() => searchPeople(companyId), [companyId])
  return (
    <Field {...props} error={field.error} required>
      {aria => (
        <Combobox
          {...aria}
          value={field.value}
          onChange={field.onChange}
          loadOptions={loadOptions}
          placeholder={t("draw.entryPersonSearch")}
        />
      )}
    </Field>
  )
}

/** Records that a person has entered a draw that goes by time. */
export const EntryDialog = ({ draw, onClose }: { draw: Draw; onClose: () => void }) => {
  const t = useT()
  const { isSent, labelOf } = useStepApproval(draw, "draws.entries")
  return (
    <DialogForm<EntryDraft>
      title={t("draw.entryAdd")}
      text={draw.title}
      initial={{ employeeId: "", at: "" }}
      labels={{ employeeId: "draw.person", at: "draw.enteredAt" }}
      rules={rules}
      failure="draw.entryFailed"
      submit={labelOf(t("draw.entryAdd"))}
      isSent={isSent}
      save={async ({ employeeId, at }, options) => {
        const { status } = await addEntry(draw.id, { employeeId, ...(at && { at, imported: true }) }, options)
        notifySuccess(t(status === 202 ? "draw.stepSent" : "draw.entryAdded"), draw.title)
      }}
      onClose={onClose}
    >
      {form => (
        <>
          <PersonField {...form.bind("employeeId")} companyId={draw.tenantId ?? ""} />
          <DateTimeField {...form.bind("at")} hint={t("draw.enteredAtHint")} optional />
        </>
      )}
    </DialogForm>
  )
}
