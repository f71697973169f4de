import { type CampaignDraft, currencies, rewards } from "../../contract/campaigns"
import type { FormSession } from "../../core/form/session"
import { Tiles } from "../../ui/controls/tiles"
import { useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { NumberField } from "../../ui/forms/number-field"
import { SelectField } from "../../ui/forms/select-field"
import { TextField } from "../../ui/forms/text-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { giftOptions } from "../gifts/api"
import { rewardText } from "./reward-text"

/** The reward of a draft in a conflict. */
export const Reward = ({ draft }: { draft: CampaignDraft }) => rewardText(draft, useT(), useFormat())

const icons = { percentage: "percent", fixedAmount: "lira", giftCard: "gift", promotionalProduct: "box" } as const

/** The currency of the amount and of the budget. */
export const CurrencyField = ({ form }: { form: FormSession<CampaignDraft> }) => (
  <SelectField {...form.bind("currency")} options={currencies.map(code => ({ value: code, label: code }))} required />
)

/** The reward type, and the fields of the chosen type. */
export const RewardFields = ({ form }: { form: FormSession<CampaignDraft> }) => {
  const t = useT()
  const rewardType = useObservable(form.value("rewardType"))
  const type = rewards.name(rewardType)
  return (
    <>
      <Tiles
        legend={t("campaign.rewardType")}
        name="rewardType"
        value={String(rewardType)}
        onChange={next => form.change({ rewardType: Number(next) })}
        options={rewards.names.map(name => ({
          value: String(rewards.value(name)),
          icon: icons[name],
          label: t(`campaign.reward.${name}`),
          hint: t(`campaign.rewardHint.${name}`),
        }))}
      />
      {type === "percentage" && <NumberField {...form.bind("rewardValue")} label="campaign.rate" affix="%" required />}
      {type === "fixedAmount" && (
        <div className="grid-2">
          <NumberField {...form.bind("rewardValue")} label="campaign.amount" required />
          <CurrencyField form={form} />
        </div>
      )}
      {type === "giftCard" && (
        <ChoiceField {...form.bind("giftCardId")} placeholder={t("campaign.form.giftSearch")} options={giftOptions} required />
      )}
      {type === "promotionalProduct" && <TextField {...form.bind("productName")} required />}
    </>
  )
}
