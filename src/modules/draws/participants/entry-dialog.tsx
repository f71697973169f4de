import { useMemo } from "react"
import type { Draw } from "../../../contract/draws/draws"
import { instant, type Rules, required } from "../../../core/rules"
import { notifySuccess } from "../../../state/notifications"
import { DateTimeField } from "../../../ui/forms/date-fields"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { useT } from "../../../ui/hooks/use-t"
import { PersonField } from "../../records/person-field"
import { searchPeople } from "../../records/search-people"
import { addEntry } from "../api"
import { useStepApproval } from "../steps/use-step-approval"

type EntryDraft = { employeeId: string; at: string }

const rules: Rules<EntryDraft> = { employeeId: required("draw.entry.personRequired"), at: instant }

/** Records that a person has entered a draw that goes by time. */
export const EntryDialog = ({ draw, onClose }: { draw: Draw; onClose: () => void }) => {
  const t = useT()
  const { isSent, labelOf } = useStepApproval(draw, "draws.entries")
  const loadOptions = useMemo(() => searchPeople(draw.tenantId ?? ""), [draw.tenantId])
  return (
    <DialogForm<EntryDraft>
      title={t("draw.entry.add")}
      text={draw.title}
      initial={{ employeeId: "", at: "" }}
      labels={{ employeeId: "draw.person", at: "draw.enteredAt" }}
      rules={rules}
      failure="draw.entry.failed"
      submit={labelOf(t("draw.entry.add"))}
      isSent={isSent}
      save={async ({ employeeId, at }, options) => {
        const { status } = await addEntry(draw.id, { employeeId, ...(at && { at, imported: true }) }, options)
        notifySuccess(t(status === 202 ? "draw.stepSent" : "draw.entry.added"), draw.title)
      }}
      onClose={onClose}
    >
      {form => (
        <>
          <PersonField
            {...form.bind("employeeId")}
            loadOptions={loadOptions}
            placeholder={t("draw.entry.personSearch")}
            required
          />
          <DateTimeField {...form.bind("at")} hint={t("draw.enteredAtHint")} optional />
        </>
      )}
    </DialogForm>
  )
}
