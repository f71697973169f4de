import type { CampaignDraft } from "../../contract/campaigns"
import { Card } from "../../ui/display/card"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { Deferred } from "../../ui/forms/deferred"
import { MediaField } from "../../ui/forms/media-field"
import { NumberField } from "../../ui/forms/number-field"
import { TextField } from "../../ui/forms/text-field"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { categoryChoices } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { uploadCampaignMedia } from "./api"
import { RewardFields } from "./reward"

export const Fields = ({ form, onBusy }: FieldsProps<CampaignDraft>) => {
  const t = useT()
  const media = form.field("media")
  return (
    <>
      <Card title={t("campaign.basics")}>
        <TextField {...form.bind("title")} max={200} required />
        <div className="grid-2">
          <ChoiceField {...form.bind("brandId")} placeholder={t("campaign.brandSearch")} options={partnerOptions} required />
          <ChoiceField {...form.bind("categoryId")} placeholder={t("campaign.categorySearch")} {...categoryChoices} required />
        </div>
        <TextField {...form.bind("description")} hint={t("campaign.descriptionHint")} max={2000} rows={4} required />
        <TextField {...form.bind("terms")} max={10_000} rows={4} optional />
      </Card>
      <Deferred>
        <Card title={t("campaign.rewardTitle")}>
          <RewardFields form={form} />
        </Card>
        <Card title={t("campaign.periodTitle")}>
          <div className="grid-2">
            <DateTimeField {...form.bind("startDate")} required />
            <DateTimeField {...form.bind("endDate")} defaultTime="23:59" required />
          </div>
          <NumberField
            {...form.bind("participantLimit")}
            hint={t("campaign.limitHint")}
            affix={t("campaign.limitUnit")}
            optional
          />
          <ChoicesField
            {...form.bind("tenantIds")}
            hint={t("campaign.companiesHint")}
            placeholder={t("campaign.companySearch")}
            options={companyOptions}
            optional
          />
        </Card>
        <Card title={t("campaign.media")}>
          <MediaField
            value={media.value}
            onChange={media.onChange}
            upload={uploadCampaignMedia}
            onBusy={onBusy}
            error={media.error}
          />
        </Card>
      </Deferred>
    </>
  )
}
