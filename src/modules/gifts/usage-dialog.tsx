import { type UseDraft, usageRules } from "../../contract/gift-codes"
import { type GiftCard, unusableReason } from "../../contract/gifts"
import { text } from "../../core/fields"
import type { FormSession } from "../../core/form/session"
import { Segmented } from "../../ui/controls/segmented"
import { Alert } from "../../ui/display/alert"
import { useObservable } from "../../ui/forms/bound"
import { DialogForm } from "../../ui/forms/dialog-form"
import { NumberField } from "../../ui/forms/number-field"
import { TextField } from "../../ui/forms/text-field"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { CodeTextField } from "../records/codes/code-text-field"
import { recordUse } from "./api"

const fields = { code: text(60), note: text(500) }

/** @param reason why the card cannot be used */
const Fields = ({ form, reason }: { form: FormSession<UseDraft>; reason: ReturnType<typeof unusableReason> }) => {
  const t = useT()
  const isCorrection = useObservable(form.value("isCorrection"))
  return (
    <>
      <Segmented
        label={t("gift.entryKind")}
        value={isCorrection ? "correction" : "use"}
        onChange={kind => form.change({ isCorrection: kind === "correction" })}
        options={[
          { value: "use", label: t("gift.entry.use") },
          { value: "correction", label: t("gift.entry.correction") },
        ]}
      />
      {reason && !isCorrection && <Alert tone="warning" title={t(reason)} />}
      <CodeTextField {...form.bind("code")} hint={t(isCorrection ? "gift.codeFreed" : "gift.codeHint")} optional />
      <NumberField {...form.bind("amount")} required />
      <TextField {...form.bind("note")} rows={2} required={isCorrection} optional={!isCorrection} />
    </>
  )
}

/** Records a use of a card, or a correction (docs/contract.md#gift-uses). */
export const UsageDialog = ({ gift, initial, onClose }: { gift: GiftCard; initial: Partial<UseDraft>; onClose: () => void }) => {
  const t = useT()
  const reason = unusableReason(gift, useNow())
  return (
    <DialogForm<UseDraft>
      title={t("gift.record")}
      text={gift.cardName}
      initial={{ isCorrection: reason !== undefined, code: "", amount: 1, note: "", ...initial }}
      labels={{ isCorrection: "gift.entryKind", code: "codes.code", amount: "gift.amount", note: "gift.note" }}
      fields={fields}
      rules={usageRules}
      failure="gift.recordFailed"
      submit={t("gift.recordSave")}
      save={(draft, options) => recordUse(gift.id, draft, options)}
      done={t("gift.recorded")}
      onClose={onClose}
    >
      {form => <Fields form={form} reason={reason} />}
    </DialogForm>
  )
}
