import { type GiftRecord, type UseDraft, usageRules, whyUnusable } from "../../contract/gifts"
import { NumberInput } from "../../ui/controls/number-input"
import { Segmented } from "../../ui/controls/segmented"
import { TextInput } from "../../ui/controls/text-input"
import { Alert } from "../../ui/display/alert"
import { Field } from "../../ui/forms/field"
import { TextField } from "../../ui/forms/text-field"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { notifySuccess } from "../../ui/overlays/notifications"
import { recordUse } from "./api"
import { DialogForm } from "./dialog-form"

/** An entry of the ledger: a use, or what takes one back. */
export const UseDialog = ({ gift, initial, onClose }: { gift: GiftRecord; initial: Partial<UseDraft>; onClose: () => void }) => {
  const t = useT()
  const reason = whyUnusable(gift, useNow())
  return (
    <DialogForm<UseDraft>
      title={t("gift.record")}
      text={gift.cardName}
      initial={{ isCorrection: reason !== undefined, code: "", amount: 1, note: "", ...initial }}
      rules={usageRules}
      failure="gift.recordFailed"
      submit={t("gift.recordSave")}
      save={(draft, options) => recordUse(gift.id, draft, options)}
      onSaved={() => {
        notifySuccess(t("gift.recorded"))
        onClose()
      }}
      onClose={onClose}
    >
      {form => {
        const { isCorrection } = form.draft
        const [code, amount] = [form.field("code"), form.field("amount")]
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
            <Field
              id="code"
              label={t("gift.code")}
              hint={t(isCorrection ? "gift.codeFreed" : "gift.codeHint")}
              error={code.error}
              optional
            >
              {aria => (
                <TextInput
                  {...aria}
                  className="mono"
                  autoCapitalize="characters"
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={60}
                  value={code.value}
                  onChange={code.onChange}
                />
              )}
            </Field>
            <Field id="amount" label={t("gift.amount")} error={amount.error} required>
              {aria => <NumberInput {...aria} value={amount.value} onChange={amount.onChange} />}
            </Field>
            <TextField
              id="note"
              label={t("gift.note")}
              field={form.field("note")}
              max={500}
              rows={2}
              required={isCorrection}
              optional={!isCorrection}
            />
          </>
        )
      }}
    </DialogForm>
  )
}
