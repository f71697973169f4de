import { useMemo } from "react"
import {
  type BatchDraft,
  batchRules,
  blankBatch,
  combinationsOf,
  generateCode,
  normalizePattern,
  patternLength,
} from "../../../contract/gift-codes"
import type { FormSession } from "../../../core/form/session"
import type { CreateOptions } from "../../../core/http/calls"
import { validate } from "../../../core/rules"
import { notifySuccess } from "../../../state/notifications"
import { Segmented } from "../../../ui/controls/segmented"
import { useObservable } from "../../../ui/forms/bound"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { NumberField } from "../../../ui/forms/number-field"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { CodeTextField } from "./code-text-field"

/** Larger numbers of combinations are shown as a text. */
const maxShownCombinations = 1e12

/** An example code of the pattern, and the number of codes that it allows. */
const Example = ({ form }: { form: FormSession<BatchDraft> }) => {
  const t = useT()
  const format = useFormat()
  const text = useObservable(form.value("pattern"))
  const pattern = normalizePattern(text)
  const isInvalid = validate(batchRules, { count: 1, pattern: text, personal: false }).pattern !== undefined
  const example = useMemo(
    () => (isInvalid ? "" : generateCode(pattern, () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & 31)),
    [isInvalid, pattern],
  )
  const combinations = combinationsOf(pattern)
  return (
    <p className="hint" aria-live="polite">
      {isInvalid ? (
        t("codes.exampleNone")
      ) : (
        <>
          {t("codes.example")}{" "}
          <code translate="no" className="mono">
            {example}
          </code>{" "}
          ·{" "}
          {combinations > maxShownCombinations
            ? t("codes.combinationsMany")
            : t("codes.combinations", { number: format.number(combinations) })}
        </>
      )}
    </p>
  )
}

/** Whether each person gets a code, and if not, how many are generated. */
const KindFields = ({ form, hasPersonal }: { form: FormSession<BatchDraft>; hasPersonal: boolean }) => {
  const t = useT()
  const isPersonal = useObservable(form.value("personal"))
  return (
    <>
      {hasPersonal && (
        <div className="stack-sm">
          <Segmented
            label={t("codes.kind")}
            value={isPersonal ? "personal" : "general"}
            onChange={kind => form.change({ personal: kind === "personal" })}
            options={[
              { value: "general", label: t("codes.kind.general") },
              { value: "personal", label: t("codes.kind.personal") },
            ]}
          />
          <p className="hint">{t(isPersonal ? "codes.kindHint.personal" : "codes.kindHint.general")}</p>
        </div>
      )}
      {!isPersonal && <NumberField {...form.bind("count")} hint={t("codes.numberHint")} />}
    </>
  )
}

export type GenerateCodes = (
  id: string,
  draft: BatchDraft,
  options: CreateOptions,
) => Promise<{ batchId?: string | null; count?: number; remaining?: number }>

/** Generates a batch of codes. @param onGenerated called with the id of the batch */
export const GenerateDialog = (props: {
  id: string
  generate: GenerateCodes
  /** Whether there are codes for each person as well. */
  hasPersonal: boolean
  onGenerated: (batchId: string | undefined) => void
  onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  return (
    <DialogForm<BatchDraft>
      title={t("codes.generate")}
      text={t("codes.text")}
      initial={blankBatch}
      labels={{ count: "codes.number", pattern: "codes.pattern", personal: "codes.kind" }}
      fields={{
        count: { kind: "number", isRequired: true },
        pattern: { kind: "text", max: patternLength.max, isRequired: true },
      }}
      rules={batchRules}
      failure="codes.generateFailed"
      submit={t("codes.generate")}
      save={async (draft, options) => {
        const { batchId, count = Number(draft.count), remaining = 0 } = await props.generate(props.id, draft, options)
        if (count === 0) return notifySuccess(t("codes.nobodyLeft"))
        const left = remaining > 0 ? t("codes.remaining", { count: remaining, number: format.number(remaining) }) : undefined
        notifySuccess(t("codes.generated", { count }), left)
        props.onGenerated(batchId ?? undefined)
      }}
      onClose={props.onClose}
    >
      {form => (
        <>
          <KindFields form={form} hasPersonal={props.hasPersonal} />
          <div className="stack-sm">
            <CodeTextField {...form.bind("pattern")} hint={t("codes.patternHint")} />
            <Example form={form} />
          </div>
        </>
      )}
    </DialogForm>
  )
}
