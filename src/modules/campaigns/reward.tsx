import { type CampaignDraft, currencies, rewards } from "../../contract/campaigns"
import type { Format } from "../../core/format"
import type { Translate } from "../../core/i18n"
import { Combobox } from "../../ui/controls/combobox"
import { NumberInput } from "../../ui/controls/number-input"
import { Select } from "../../ui/controls/select"
import { TextInput } from "../../ui/controls/text-input"
import { Tiles } from "../../ui/controls/tiles"
import { Field } from "../../ui/forms/field"
import type { Form } from "../../ui/forms/use-form"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { giftOptions } from "../gifts/api"

type Rewarded = Pick<CampaignDraft, "rewardType" | "rewardValue" | "currency" | "productName"> & { giftCardName?: string | null }

/** A reward as the coupon shows it: a figure, and what it is. Unknown types show as such and never break a list. */
export const rewardParts = (record: Rewarded, t: Translate, format: Format): { value: string; unit?: string } => {
  switch (rewards.name(record.rewardType)) {
    case "percentage":
      return { value: format.percent(record.rewardValue), unit: t("campaign.discount") }
    case "fixedAmount":
      return { value: format.money(record.rewardValue, record.currency), unit: t("campaign.discount") }
    case "giftCard":
      return { value: record.giftCardName || t("campaign.reward.giftCard") }
    case "promotionalProduct":
      return { value: record.productName || t("campaign.reward.promotionalProduct") }
    default:
      return { value: t("ui.unknown") }
  }
}

export const rewardText = (record: Rewarded, t: Translate, format: Format) => {
  const { value, unit } = rewardParts(record, t, format)
  return unit ? `${value} ${unit}` : value
}

const icons = { percentage: "percent", fixedAmount: "lira", giftCard: "gift", promotionalProduct: "box" } as const

/** The four reward types, each with its own fields. */
export const RewardFields = ({ form }: { form: Form<CampaignDraft> }) => {
  const t = useT()
  const type = rewards.name(form.draft.rewardType)
  const value = form.field("rewardValue")
  const currency = form.field("currency")
  const gift = form.field("giftCardId")
  const product = form.field("productName")
  const gifts = useQuery(giftOptions, undefined, type === "giftCard")

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
      {type === "percentage" && (
        <Field id="rewardValue" label={t("campaign.rate")} error={value.error} required>
          {aria => <NumberInput {...aria} affix="%" value={value.value} onChange={value.onChange} />}
        </Field>
      )}
      {type === "fixedAmount" && (
        <div className="grid-2">
          <Field id="rewardValue" label={t("campaign.amount")} error={value.error} required>
            {aria => <NumberInput {...aria} value={value.value} onChange={value.onChange} />}
          </Field>
          <Field id="currency" label={t("campaign.currency")} error={currency.error} required>
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
        <Field id="giftCardId" label={t("campaign.reward.giftCard")} error={gift.error} required>
          {aria => (
            <Combobox
              {...aria}
              value={gift.value ?? ""}
              onChange={gift.onChange}
              options={gifts.data ?? []}
              placeholder={t("campaign.giftSearch")}
            />
          )}
        </Field>
      )}
      {type === "promotionalProduct" && (
        <Field id="productName" label={t("campaign.productName")} error={product.error} required>
          {aria => <TextInput {...aria} maxLength={100} value={product.value ?? ""} onChange={product.onChange} />}
        </Field>
      )}
    </>
  )
}
