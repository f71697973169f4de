import { type CampaignDraft, currencies, rewards } from "../../contract/campaigns"
import { dash, type Format } from "../../core/format"
import type { Translate } from "../../core/i18n"
import { Select } from "../../ui/controls/select"
import { Tiles } from "../../ui/controls/tiles"
import { codeLabel } from "../../ui/display/badge"
import { ChoiceField } from "../../ui/forms/choice-field"
import { Field } from "../../ui/forms/field"
import { NumberField } from "../../ui/forms/number-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { giftOptions } from "../gifts/api"
import { rewardTexts } from "./resource"

export type RewardMembers = Pick<CampaignDraft, "rewardType" | "rewardValue" | "currency" | "productName"> & {
  giftCardName?: string
}

/** Returns a reward as the coupon shows it: a value and, for a figure, its unit; a dash for a missing figure. */
export const rewardParts = (record: RewardMembers, t: Translate, format: Format): { value: string; unit?: string } => {
  const type = rewards.name(record.rewardType)
  if ((type === "percentage" || type === "fixedAmount") && record.rewardValue === null) return { value: dash }
  switch (type) {
    case "percentage":
      return { value: format.percent(record.rewardValue), unit: t("campaign.discount") }
    case "fixedAmount":
      return { value: format.money(record.rewardValue, record.currency), unit: t("campaign.discount") }
    case "giftCard":
      return { value: record.giftCardName || t("campaign.reward.giftCard") }
    case "promotionalProduct":
      return { value: record.productName || t("campaign.reward.promotionalProduct") }
    default:
      return { value: codeLabel(rewardTexts, record.rewardType, t) }
  }
}

/** Returns a reward as one text. */
export const rewardText = (record: RewardMembers, t: Translate, format: Format) => {
  const { value, unit } = rewardParts(record, t, format)
  return unit ? `${value} ${unit}` : value
}

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
          <NumberField {...form.bind("rewardValue")} required />
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
