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
import type { FormSession } from "../../core/form/session"
import { validate } from "../../core/rules"
import { notifySuccess } from "../../state/notifications"
import { useObservable } from "../../ui/forms/bound"
import { DialogForm } from "../../ui/forms/dialog-form"
import { NumberField } from "../../ui/forms/number-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { generateCodes } from "./api"
import { CodeTextField } from "./code-text-field"

/** Larger numbers of combinations are shown as a text. */
const maxShownCombinations = 1e12

/** An example code of the pattern, and the number of codes that it allows. */
const Example = ({ form }: { form: FormSession<BatchDraft> }) => {
  const t = useT()
  const format = useFormat()
  const text = useObservable(form.value("pattern"))
  const pattern = normalizePattern(text)
  const isInvalid = validate(batchRules, { count: 1, pattern: text }).pattern !== undefined
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
      fields={{
        count: { kind: "number", isRequired: true },
        pattern: { kind: "text", max: patternLength.max, isRequired: true },
      }}
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
      {form => (
        <>
          <NumberField {...form.bind("count")} hint={t("gift.codesNumberHint")} />
          <div className="stack-sm">
            <CodeTextField {...form.bind("pattern")} hint={t("gift.patternHint")} />
            <Example form={form} />
          </div>
        </>
      )}
    </DialogForm>
  )
}
