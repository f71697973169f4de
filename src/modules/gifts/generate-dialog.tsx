import { useMemo } from "react"
import {
  type BatchDraft,
  batchRules,
  blankBatch,
  combinationsOf,
  generateCode,
  normalizePattern,
  patternLength,
} from "../../contract/gift-codes"
import { validate } from "../../core/rules"
import { notifySuccess } from "../../state/notifications"
import { Field } from "../../ui/controls/field"
import { TextInput } from "../../ui/controls/text-input"
import { DialogForm } from "../../ui/forms/dialog-form"
import { NumberField } from "../../ui/forms/number-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { generateCodes } from "./api"

/** Larger numbers of combinations are shown as a text. */
const maxShownCombinations = 1e12

/** An example code of the pattern, and the number of codes that it allows. */
const Example = ({ draft }: { draft: BatchDraft }) => {
  const t = useT()
  const format = useFormat()
  const pattern = normalizePattern(draft.pattern)
  const isInvalid = validate(batchRules, { ...draft, count: 1 }).pattern !== undefined
  const example = useMemo(
    () => (isInvalid ? "" : generateCode(pattern, () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & 31)),
    [isInvalid, pattern],
  )
  const combinations = combinationsOf(pattern)
  return (
    <p className="hint" aria-live="polite">
      {isInvalid ? (
        t("gift.exampleNone")
      ) : (
        <>
          {t("gift.example")}{" "}
          <code translate="no" className="mono">
            {example}
          </code>{" "}
          ·{" "}
          {combinations > maxShownCombinations
            ? t("gift.combinationsMany")
            : t("gift.combinations", { number: format.number(combinations) })}
        </>
      )}
    </p>
  )
}

/** Generates a batch of codes. @param onGenerated called with the id of the batch */
export const GenerateDialog = ({
  giftId,
  onGenerated,
  onClose,
}: {
  giftId: string
  onGenerated: (batchId: string | undefined) => void
  onClose: () => void
}) => {
  const t = useT()
  return (
    <DialogForm<BatchDraft>
      title={t("gift.codesMake")}
      text={t("gift.codesText")}
      initial={blankBatch}
      labels={{ count: "gift.codesNumber", pattern: "gift.pattern" }}
      rules={batchRules}
      failure="gift.codesFailed"
      submit={t("gift.codesMake")}
      save={async (draft, options) => {
        const { value } = await generateCodes(giftId, draft, options)
        const { batchId, count } = (value ?? {}) as { batchId?: string; count?: number }
        notifySuccess(t("gift.codesMade", { count: count ?? Number(draft.count) }))
        onGenerated(batchId)
      }}
      onClose={onClose}
    >
      {form => {
        const { field: pattern, ...patternField } = form.bind("pattern")
        return (
          <>
            <NumberField {...form.bind("count")} hint={t("gift.codesNumberHint")} required />
            <div className="stack-sm">
              <Field {...patternField} hint={t("gift.patternHint")} error={pattern.error} required>
                {aria => (
                  <TextInput
                    {...aria}
                    className="mono"
                    autoCapitalize="characters"
                    autoComplete="off"
                    spellCheck={false}
                    maxLength={patternLength.max}
                    value={pattern.value}
                    onChange={pattern.onChange}
                  />
                )}
              </Field>
              <Example draft={form.draft} />
            </div>
          </>
        )
      }}
    </DialogForm>
  )
}
