import { type QuotaKind, type QuotaUse, quotas } from "../../contract/quotas"
import { type Rule, whole, within } from "../../core/rules"
import { bytesOfMb } from "../../core/text/format"
import type { Key } from "../../core/text/i18n"
import { offerUndo } from "../../state/notifications"
import { DialogForm } from "../../ui/forms/dialog-form"
import { NumberField } from "../../ui/forms/number-field"
import { useT } from "../../ui/hooks/use-t"
import { setQuotas } from "./api"
import { companies } from "./resource"

/** Numbers of records, and MB of pictures; null is the general quota. */
type Draft = Record<QuotaKind, number | null>

const unitOf = (kind: QuotaKind) => (kind === "pictures" ? bytesOfMb : 1)
const largest = 900_000

const rules: readonly Rule<Draft>[] = [whole("tenant.quotaInvalid"), within(-1, largest, "tenant.quotaInvalid")]

/** Sets the quotas of one company (docs/contract.md#quotas); those of the draft that changed are sent. */
export const QuotaDialog = ({
  company,
  uses,
  nameOf,
  amount,
  onClose,
}: {
  company: { id: string; name: string }
  uses: readonly QuotaUse[]
  nameOf: (kind: QuotaKind) => Key
  amount: (kind: QuotaKind, value: number) => string
  onClose: () => void
}) => {
  const t = useT()
  const ofKinds = <V,>(pick: (use: QuotaUse) => V) =>
    Object.fromEntries(uses.map(use => [use.kind, pick(use)])) as Record<QuotaKind, V>
  const initial: Draft = ofKinds(({ kind, limit, isOwn }) => (isOwn ? Math.floor(limit / unitOf(kind)) : null))

  const save = async (draft: Draft) => {
    const changed = uses.filter(({ kind }) => draft[kind] !== initial[kind])
    const limits = changed.map(({ kind }) => {
      const limit = draft[kind]
      return [kind, limit === null ? null : limit * unitOf(kind)]
    })
    const { undoToken } = await setQuotas(company.id, Object.fromEntries(limits))
    offerUndo(undoToken, [companies.tag], t("tenant.quotaSaved"), { subject: company.name })
  }
  return (
    <DialogForm<Draft>
      title={t("tenant.quotaEdit")}
      text={t("tenant.quotaEditText")}
      initial={initial}
      isStored
      labels={ofKinds(({ kind }) => nameOf(kind))}
      rules={ofKinds(() => rules)}
      failure="tenant.quotaSaveFailed"
      submit={t("ui.save")}
      save={save}
      onClose={onClose}
    >
      {form => (
        <div className="grid-2">
          {uses.map(({ kind }) => (
            <NumberField
              key={kind}
              {...form.bind(kind)}
              affix={kind === "pictures" ? "MB" : undefined}
              hint={t("tenant.quotaUsual", { limit: amount(kind, quotas[kind]) })}
            />
          ))}
        </div>
      )}
    </DialogForm>
  )
}
