import { blank, draftOf, fields, type GiftCard, type GiftCardDraft, giftCardOf, rules } from "../../contract/gifts"
import { dash } from "../../core/text/format"
import { activeStatusLook } from "../../ui/display/active-status"
import { AsSecret, asNumber, asOptions, compareOf } from "../../ui/forms/compare"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { historyOf, lastChangeOf } from "../audit/api"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { addGift, getGift, updateGift } from "./api"
import { Fields } from "./fields"
import { describeValue } from "./metadata-text"
import { Preview } from "./preview"
import { gifts } from "./resource"

/** Metadata in a conflict, a line each. */
const AsMetadata = ({ value }: { value: GiftCardDraft["metadata"] }) => {
  const t = useT()
  const format = useFormat()
  return (
    Object.entries(value)
      .map(([name, member]) => `${name}: ${describeValue(member, t, format)}`)
      .join("\n") || dash
  )
}

const form: FormSpec<GiftCard, GiftCardDraft> = {
  resource: gifts,
  owners: companyOptions,
  rules,
  draftOf,
  Fields,
  Aside: Preview,
  secrets: ["apiIntegrationCode"],
  lastChangeOf: lastChangeOf("gift"),
  compare: {
    ...compareOf(fields, { status: activeStatusLook }, { brand: partnerOptions, category: categoryOptions }),
    maxUsage: asNumber("gift.unlimited"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
    apiIntegrationCode: AsSecret,
    metadata: AsMetadata,
  },
}

export const history = historyOf("gift", form, giftCardOf)

export const Add = () => <CreatePage {...form} blank={blank} read={getGift} save={addGift} />

export const Edit = () => <EditPage {...form} read={getGift} recordOf={giftCardOf} save={updateGift} />
