import {
  blank,
  type Campaign,
  type CampaignDraft,
  campaignOf,
  draftOf,
  rules,
  shiftDates,
  statuses,
} from "../../contract/campaigns"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { AsPictures, asCode, asDateTime, asNumber, asOptions } from "../../ui/forms/compare"
import { publishing } from "../../ui/forms/publishing"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import type { FormSpec } from "../../ui/pages/form-frame"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { giftOptions } from "../gifts/api"
import { partnerOptions } from "../partners/api"
import { addCampaign, getCampaign, updateCampaign } from "./api"
import { Fields } from "./fields"
import { Preview } from "./preview"
import { campaigns, statusLook } from "./resource"
import { Reward } from "./reward"

const form: FormSpec<Campaign, CampaignDraft> = {
  resource: campaigns,
  rules,
  draftOf,
  Fields,
  Aside: Preview,
  compare: {
    rewardType: Reward,
    rewardValue: Reward,
    giftCardId: asOptions(giftOptions),
    brandId: asOptions(partnerOptions),
    categoryId: asOptions(categoryOptions),
    startDate: asDateTime(),
    endDate: asDateTime(),
    participantLimit: asNumber("campaign.noLimit"),
    tenantIds: asOptions(companyOptions, "campaign.everyCompany"),
    status: asCode(statusLook),
    media: AsPictures,
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
}

/** Offers to move the dates of a copy whose start is in the past. */
const ShiftDatesNotice = ({ form }: { form: Form<CampaignDraft> }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const shifted = shiftDates(form.draft, now)
  if (!shifted) return null
  return (
    <Alert
      tone="info"
      title={t("campaign.shiftTitle")}
      text={t("campaign.shiftText", { period: format.period(shifted.startDate, shifted.endDate) })}
      actions={
        <Button size="sm" onClick={() => form.change(shifted)}>
          {t("campaign.shift")}
        </Button>
      }
    />
  )
}

export const Add = () => (
  <CreatePage {...form} blank={blank} read={getCampaign} CopyNotice={ShiftDatesNotice} save={addCampaign} />
)

export const Edit = () => <EditPage {...form} read={getCampaign} recordOf={campaignOf} save={updateCampaign} />
