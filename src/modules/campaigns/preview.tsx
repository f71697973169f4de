import { type CampaignDraft, rewards, rules, statusOf } from "../../contract/campaigns"
import { validate } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Timeline } from "../../ui/display/timeline"
import { useNow } from "../../ui/hooks/use-now"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { partnerOptions } from "../partners/api"
import { CampaignCoupon } from "./coupon"
import { statusLook } from "./resource"

/** Parts of the form that are required for publishing, with their fields. */
const steps: { label: Key; fields: (keyof CampaignDraft)[] }[] = [
  { label: "campaign.basics", fields: ["title", "description"] },
  { label: "campaign.ready.brand", fields: ["brandId", "categoryId"] },
  { label: "campaign.rewardTitle", fields: ["rewardType", "rewardValue", "currency", "giftCardId", "productName"] },
  { label: "campaign.period", fields: ["startDate", "endDate"] },
]

/** Lists which parts of the form are complete. */
const Readiness = ({ draft }: { draft: CampaignDraft }) => {
  const t = useT()
  const errors = validate(rules, draft)
  const done = steps.map(step => step.fields.every(field => !errors[field]))
  return (
    <Card title={t("campaign.form.readiness")} note={`${done.filter(Boolean).length} / ${steps.length}`}>
      <Timeline items={steps.map(({ label }, index) => ({ key: label, label: t(label), isDone: done[index] === true }))} />
    </Card>
  )
}

/** The draft as employees will see it, with the status that it would have if it were saved now. */
export const Preview = ({ draft }: { draft: CampaignDraft }) => {
  const t = useT()
  const now = useNow()
  const brands = useOptionLabels(partnerOptions)
  const categories = useOptionLabels(categoryOptions)
  const gifts = useOptionLabels(giftOptions, rewards.name(draft.rewardType) === "giftCard")
  return (
    <>
      <div className="row row-between">
        <h2>{t("campaign.preview")}</h2>
        <CodeBadge {...statusLook} value={statusOf(draft, now)} />
      </div>
      <CampaignCoupon
        {...draft}
        brandName={brands(draft.brandId)}
        categoryName={categories(draft.categoryId)}
        giftCardName={gifts(draft.giftCardId)}
      />
      <Readiness draft={draft} />
    </>
  )
}
