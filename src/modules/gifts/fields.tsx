import type { GiftCardDraft } from "../../contract/gifts"
import { Card } from "../../ui/display/card"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { NumberField } from "../../ui/forms/number-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { categoryChoices } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { uploadGiftImage } from "./api"
import { MetadataField } from "./metadata-field"

export const Fields = ({ form, onBusy }: FieldsProps<GiftCardDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("gift.basics")}>
        <TextField {...form.bind("cardName")} max={100} required />
        <div className="grid-2">
          <ChoiceField {...form.bind("brandId")} placeholder={t("gift.brandSearch")} options={partnerOptions} optional />
          <ChoicesField {...form.bind("categories")} placeholder={t("gift.categoryAdd")} {...categoryChoices} optional />
        </div>
        <TextField {...form.bind("description")} max={2000} rows={4} optional />
        <TextField {...form.bind("terms")} max={10_000} rows={4} optional />
        <ActiveSwitch field={form.field("status")} hint={t("gift.isActiveHint")} />
      </Card>
      <Card title={t("gift.validityTitle")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("validityStart")} optional />
          <DateTimeField {...form.bind("validityEnd")} defaultTime="23:59" optional />
        </div>
        <NumberField {...form.bind("maxUsage")} hint={t("gift.maxUsageHint")} optional />
        <ChoicesField
          {...form.bind("tenantIds")}
          hint={t("gift.companiesHint")}
          placeholder={t("gift.companyAdd")}
          options={companyOptions}
          optional
        />
      </Card>
      <Card title={t("gift.integration")}>
        <TextField {...form.bind("apiIntegrationCode")} hint={t("gift.apiCodeHint")} max={500} type="password" optional />
        <MetadataField field={form.field("metadata")} />
      </Card>
      <Card title={t("gift.cardImage")}>
        <PictureField {...form.bind("cardImage")} upload={uploadGiftImage} onBusy={onBusy} />
      </Card>
    </>
  )
}
