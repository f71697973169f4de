import { type CampaignDraft, currencies, rewards } from "../../contract/campaigns"
import { Field } from "../../ui/controls/field"
import { Select } from "../../ui/controls/select"
import { Tiles } from "../../ui/controls/tiles"
import { ChoiceField } from "../../ui/forms/choice-field"
import { NumberField } from "../../ui/forms/number-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { giftOptions } from "../gifts/api"
import { rewardText } from "./reward-text"

/** The reward of a draft in a conflict. */
export const Reward = ({ draft }: { draft: CampaignDraft }) => rewardText(draft, useT(), useFormat())

const icons = { percentage: "percent", fixedAmount: "lira", giftCard: "gift", promotionalProduct: "box" } as const

/** The reward type, and the fields of the chosen type. */
export const RewardFields = ({ form }: { form: Form<CampaignDraft> }) => {
  const t = useT()
  const type = rewards.name(form.draft.rewardType)
  const { field: currency, ...currencyField } = form.bind("currency")
  return (
    <>
      <Tiles
        legend={t("campaign.rewardType")}
        name="rewardType"
        value={String(form.draft.rewardType)}
        onChange={next => form.change({ rewardType: Number(next) })}
        options={rewards.names.map(name => ({
          value: String(rewards.value(name)),
          icon: icons[name],
          label: t(`campaign.reward.${name}`),
          hint: t(`campaign.rewardHint.${name}`),
        }))}
      />
      {type === "percentage" && <NumberField {...form.bind("rewardValue")} label={t("campaign.rate")} affix="%" required />}
      {type === "fixedAmount" && (
        <div className="grid-2">
          <NumberField {...form.bind("rewardValue")} label={t("campaign.amount")} required />
          <Field {...currencyField} error={currency.error} required>
            {aria => (
              <Select
                {...aria}
                value={currency.value}
                onChange={currency.onChange}
                options={currencies.map(code => ({ value: code, label: code }))}
              />
            )}
          </Field>
        </div>
      )}
      {type === "giftCard" && (
        <ChoiceField {...form.bind("giftCardId")} placeholder={t("campaign.giftSearch")} options={giftOptions} required />
      )}
      {type === "promotionalProduct" && <TextField {...form.bind("productName")} max={100} required />}
    </>
  )
}
