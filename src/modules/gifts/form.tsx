import { blank, draftOf, type GiftCard, type GiftCardDraft, giftCardOf, rules } from "../../contract/gifts"
import { activeStatusLook } from "../../ui/display/active-status"
import { AsPairs, AsPicture, AsSecret, asCode, asDateTime, asNumber, asOptions } from "../../ui/forms/compare"
import { CreatePage } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import type { FormSpec } from "../../ui/pages/form-frame"
import { lastChangeOf } from "../audit/api"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { partnerOptions } from "../partners/api"
import { addGift, getGift, updateGift } from "./api"
import { Fields } from "./fields"
import { Preview } from "./preview"
import { gifts } from "./resource"

const form: FormSpec<GiftCard, GiftCardDraft> = {
  resource: gifts,
  rules,
  draftOf,
  Fields,
  Aside: Preview,
  lastChangeOf: lastChangeOf("gift"),
  compare: {
    brandId: asOptions(partnerOptions),
    categories: asOptions(categoryOptions),
    validityStart: asDateTime(),
    validityEnd: asDateTime(),
    maxUsage: asNumber("gift.unlimited"),
    tenantIds: asOptions(companyOptions, "gift.everyCompany"),
    metadata: AsPairs,
    apiIntegrationCode: AsSecret,
    status: asCode(activeStatusLook),
    cardImage: AsPicture,
  },
}

export const Add = () => <CreatePage {...form} blank={blank} read={getGift} save={addGift} />

export const Edit = () => <EditPage {...form} read={getGift} recordOf={giftCardOf} save={updateGift} />
