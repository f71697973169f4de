import { blank, type Campaign, type CampaignDraft, campaignOf, draftOf, fields, rules, statuses } from "../../contract/campaigns"
import { asNumber, asOptions, compareOf } from "../../ui/forms/compare"
import { publishing } from "../../ui/forms/publishing"
import { ShiftDatesNotice } from "../../ui/forms/shift-dates-notice"
import type { Form } from "../../ui/forms/use-form"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { historyOf, lastChangeOf } from "../audit/api"
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
  owners: companyOptions,
  rules,
  draftOf,
  Fields,
  Aside: Preview,
  lastChangeOf: lastChangeOf("campaign"),
  compare: {
    ...compareOf(fields, { status: statusLook }, { brand: partnerOptions, category: categoryOptions, gift: giftOptions }),
    rewardType: Reward,
    rewardValue: Reward,
    participantLimit: asNumber("campaign.noLimit"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("active") }),
}

export const history = historyOf("campaign", form, campaignOf)

const CopyNotice = ({ form }: { form: Form<CampaignDraft> }) => <ShiftDatesNotice form={form} names={["startDate", "endDate"]} />

export const Add = () => <CreatePage {...form} blank={blank} read={getCampaign} CopyNotice={CopyNotice} save={addCampaign} />

export const Edit = () => <EditPage {...form} read={getCampaign} recordOf={campaignOf} save={updateCampaign} />
