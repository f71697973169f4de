import { useMemo } from "react"
import type { Campaign } from "../../../contract/campaigns"
import { maxReference, maxUseAmount, needsAmount } from "../../../contract/campaigns/uses"
import { codeError, maxCodeText, normalizeCode } from "../../../contract/gift-codes"
import { text } from "../../../core/fields"
import type { FormSession } from "../../../core/form/session"
import { instant, positive, type Rules, required, when } from "../../../core/rules"
import { Segmented } from "../../../ui/controls/segmented"
import { useObservable } from "../../../ui/forms/bound"
import { DateTimeField } from "../../../ui/forms/date-fields"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { NumberField } from "../../../ui/forms/number-field"
import { TextField } from "../../../ui/forms/text-field"
import { useCan } from "../../../ui/hooks/use-can"
import { useT } from "../../../ui/hooks/use-t"
import { recordUse } from "../../campaign-uses/api"
import { CodeTextField } from "../../records/codes/code-text-field"
import { PersonField } from "../../records/person-field"
import { searchPeople } from "../../records/search-people"

type UseDraft = { by: "person" | "code"; employeeId: string; code: string; at: string; amount: number | null; reference: string }

const isBy = (by: UseDraft["by"]) => (draft: UseDraft) => draft.by === by

const rulesOf = (isAmountNeeded: boolean): Rules<UseDraft> => ({
  employeeId: when(isBy("person"), required("campaign.use.personRequired")),
  code: [when(isBy("code"), required("codes.codeRequired")), when(isBy("code"), ({ code }) => codeError(code))],
  at: instant,
  amount: [when(() => isAmountNeeded, required("campaign.use.amountRequired")), positive("campaign.use.amount")],
})

const searchAll = searchPeople("")

/** Who used the campaign: a person, or whoever had a code. */
const WhoFields = ({ form }: { form: FormSession<UseDraft> }) => {
  const t = useT()
  const by = useObservable(form.value("by"))
  return (
    <>
      {useCan("campaigns.codes") && (
        <Segmented
          label={t("codes.usedBy")}
          value={by}
          onChange={by => form.change({ by })}
          options={[
            { value: "person", label: t("campaign.use.person") },
            { value: "code", label: t("codes.code") },
          ]}
        />
      )}
      {by === "code" ? (
        <CodeTextField {...form.bind("code")} hint={t("codes.codeHint")} required />
      ) : (
        <PersonField {...form.bind("employeeId")} loadOptions={searchAll} placeholder={t("campaign.use.personSearch")} required />
      )}
    </>
  )
}

/** Records a use of a campaign by hand (docs/contract.md#campaign-uses). @param code that was used */
export const UseDialog = ({ campaign, code = "", onClose }: { campaign: Campaign; code?: string; onClose: () => void }) => {
  const t = useT()
  const isAmountNeeded = needsAmount(campaign)
  const rules = useMemo(() => rulesOf(isAmountNeeded), [isAmountNeeded])
  return (
    <DialogForm<UseDraft>
      title={t("campaign.use.add")}
      text={campaign.title}
      initial={{ by: code ? "code" : "person", employeeId: "", code, at: "", amount: null, reference: "" }}
      labels={{
        by: "codes.usedBy",
        employeeId: "campaign.use.person",
        code: "codes.code",
        at: "campaign.use.at",
        amount: "campaign.use.amountLabel",
        reference: "campaign.use.reference",
      }}
      fields={{ code: text(maxCodeText), amount: { kind: "number", max: maxUseAmount }, reference: text(maxReference) }}
      rules={rules}
      failure="campaign.use.failed"
      submit={t("campaign.use.add")}
      save={({ by, employeeId, code, at, ...use }, options) => {
        const who = by === "code" ? { code: normalizeCode(code) } : { employeeId }
        return recordUse(campaign.id, { ...use, ...who, ...(at && { at }) }, options)
      }}
      done={t("campaign.use.added")}
      onClose={onClose}
    >
      {form => (
        <>
          <WhoFields form={form} />
          <DateTimeField {...form.bind("at")} hint={t("campaign.use.atHint")} optional />
          {isAmountNeeded && <NumberField {...form.bind("amount")} affix={campaign.currency} required />}
          <TextField {...form.bind("reference")} hint={t("campaign.use.referenceHint")} optional />
        </>
      )}
    </DialogForm>
  )
}
