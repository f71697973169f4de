import { useMemo } from "react"
import type { Campaign } from "../../../contract/campaigns"
import { maxReference, maxUseAmount, needsAmount } from "../../../contract/campaigns/uses"
import { text } from "../../../core/fields"
import { instant, positive, type Rules, required, when } from "../../../core/rules"
import { DateTimeField } from "../../../ui/forms/date-fields"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { NumberField } from "../../../ui/forms/number-field"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import { recordUse } from "../../campaign-uses/api"
import { PersonField } from "../../records/person-field"
import { searchPeople } from "../../records/search-people"

type UseDraft = { employeeId: string; at: string; amount: number | null; reference: string }

const blank: UseDraft = { employeeId: "", at: "", amount: null, reference: "" }

const rulesOf = (isAmountNeeded: boolean): Rules<UseDraft> => ({
  employeeId: required("campaign.usePersonRequired"),
  at: instant,
  amount: [when(() => isAmountNeeded, required("campaign.useAmountRequired")), positive("campaign.useAmount")],
})

const searchAll = searchPeople("")

/** Records a use of a campaign by hand (docs/contract.md#campaign-uses). */
export const UseDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const t = useT()
  const isAmountNeeded = needsAmount(campaign)
  const rules = useMemo(() => rulesOf(isAmountNeeded), [isAmountNeeded])
  return (
    <DialogForm<UseDraft>
      title={t("campaign.useAdd")}
      text={campaign.title}
      initial={blank}
      labels={{
        employeeId: "campaign.usePerson",
        at: "campaign.useAt",
        amount: "campaign.useAmountLabel",
        reference: "campaign.useReference",
      }}
      fields={{ amount: { kind: "number", max: maxUseAmount }, reference: text(maxReference) }}
      rules={rules}
      failure="campaign.useFailed"
      submit={t("campaign.useAdd")}
      save={({ at, ...draft }, options) => recordUse(campaign.id, { ...draft, ...(at && { at }) }, options)}
      done={t("campaign.useAdded")}
      onClose={onClose}
    >
      {form => (
        <>
          <PersonField
            {...form.bind("employeeId")}
            loadOptions={searchAll}
            placeholder={t("campaign.usePersonSearch")}
            required
          />
          <DateTimeField {...form.bind("at")} hint={t("campaign.useAtHint")} optional />
          {isAmountNeeded && <NumberField {...form.bind("amount")} affix={campaign.currency} required />}
          <TextField {...form.bind("reference")} hint={t("campaign.useReferenceHint")} optional />
        </>
      )}
    </DialogForm>
  )
}
