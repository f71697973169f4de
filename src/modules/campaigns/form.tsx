import { useState } from "react"
import {
  blank,
  type Campaign,
  type CampaignDraft,
  campaignOf,
  draftOf,
  movedTo,
  rules,
  shiftDates,
  statuses,
} from "../../contract/campaigns"
import { isInstant } from "../../core/dates"
import { config } from "../../state/config"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { Banner } from "../../ui/display/banner"
import { AsPictures, asCode, asDateTime, asNumber, asOptions } from "../../ui/forms/compare"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { publishing } from "../../ui/forms/publishing"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import type { FormSpec } from "../../ui/pages/form-frame"
import { lastChangeOf } from "../audit/api"
import { categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { companyOptions } from "../owners/api"
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
  lastChangeOf: lastChangeOf("campaign"),
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

/** Offers to move the dates of a copy to any start, until they are changed. */
const ShiftDatesNotice = ({ form }: { form: Form<CampaignDraft> }) => {
  const t = useT()
  const format = useFormat()
  const { startDate, endDate } = form.draft
  const [copied] = useState({ startDate, endDate })
  const [start, setStart] = useState(() => shiftDates(copied, Date.now())?.startDate ?? startDate)
  if (startDate !== copied.startDate || endDate !== copied.endDate) return null
  const moved = movedTo(start, copied, config.timeZone)
  const isWrong = start !== "" && !isInstant(start)
  return (
    <Banner rank="copy">
      <Alert
        tone="info"
        title={t("campaign.shiftTitle")}
        text={t("campaign.shiftText")}
        actions={
          <Button size="sm" disabled={!moved || moved.startDate === startDate} onClick={() => moved && form.change(moved)}>
            {t("campaign.shift")}
          </Button>
        }
      >
        <DateTimeField
          id="shift-start"
          label={t("campaign.shiftStart")}
          hint={moved && format.period(moved.startDate, moved.endDate)}
          field={{ value: start, onChange: setStart, error: isWrong ? t("rule.instant") : undefined }}
        />
      </Alert>
    </Banner>
  )
}

export const Add = () => (
  <CreatePage {...form} blank={blank} read={getCampaign} CopyNotice={ShiftDatesNotice} save={addCampaign} />
)

export const Edit = () => <EditPage {...form} read={getCampaign} recordOf={campaignOf} save={updateCampaign} />
