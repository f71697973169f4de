import { type UseDraft, usageRules } from "../../contract/gift-codes"
import { type GiftCard, unusableReason } from "../../contract/gifts"
import { Field } from "../../ui/controls/field"
import { Segmented } from "../../ui/controls/segmented"
import { TextInput } from "../../ui/controls/text-input"
import { Alert } from "../../ui/display/alert"
import { DialogForm } from "../../ui/forms/dialog-form"
import { NumberField } from "../../ui/forms/number-field"
import { TextField } from "../../ui/forms/text-field"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { recordUse } from "./api"

/** Records a use of a card, or a correction (docs/contract.md#gift-uses). */
export const UsageDialog = ({ gift, initial, onClose }: { gift: GiftCard; initial: Partial<UseDraft>; onClose: () => void }) => {
  const t = useT()
  const reason = unusableReason(gift, useNow())
  return (
    <DialogForm<UseDraft>
      title={t("gift.record")}
      text={gift.cardName}
      initial={{ isCorrection: reason !== undefined, code: "", amount: 1, note: "", ...initial }}
      labels={{ isCorrection: "gift.entryKind", code: "gift.code", amount: "gift.amount", note: "gift.note" }}
      rules={usageRules}
      failure="gift.recordFailed"
      submit={t("gift.recordSave")}
      save={(draft, options) => recordUse(gift.id, draft, options)}
      done={t("gift.recorded")}
      onClose={onClose}
    >
      {form => {
        const { isCorrection } = form.draft
        const { field: code, ...codeField } = form.bind("code")
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
              {...codeField}
              hint={t(isCorrection ? "gift.codeFreed" : "gift.codeHint")}
              error={code.error}
              onLeave={code.onLeave}
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
            <NumberField {...form.bind("amount")} required />
            <TextField {...form.bind("note")} max={500} rows={2} required={isCorrection} optional={!isCorrection} />
          </>
        )
      }}
    </DialogForm>
  )
}
