import {
  blank,
  type Campaign,
  type CampaignDraft,
  campaignOf,
  draftOf,
  rewards,
  rules,
  shiftedTo,
  statuses,
  statusOf,
  tones,
} from "../../contract/campaigns"
import type { Key } from "../../core/i18n"
import { check } from "../../core/rules"
import { Button } from "../../ui/controls/button"
import { DateTimeField } from "../../ui/controls/date-time-field"
import { NumberInput } from "../../ui/controls/number-input"
import { Alert } from "../../ui/display/alert"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import type { Shown } from "../../ui/forms/conflict"
import { Field } from "../../ui/forms/field"
import { MediaField } from "../../ui/forms/media-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { AddDoor, type Titled } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { giftOptions } from "../gifts/api"
import { partnerOptions } from "../partners/api"
import { addCampaign, getCampaign, updateCampaign, uploadCampaignMedia } from "./api"
import { CampaignCoupon } from "./preview"
import { RewardFields, rewardText } from "./reward"

const Fields = ({ form, onBusy }: { form: Form<CampaignDraft>; onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  const start = form.field("startDate")
  const end = form.field("endDate")
  const limit = form.field("participantLimit")
  const media = form.field("media")

  return (
    <>
      <Card title={t("campaign.basics")}>
        <TextField id="title" label={t("campaign.name")} field={form.field("title")} max={200} required />
        <div className="grid-2">
          <ChoiceField
            id="brandId"
            label={t("campaign.brand")}
            placeholder={t("campaign.brandSearch")}
            field={form.field("brandId")}
            options={partnerOptions}
            required
          />
          <ChoiceField
            id="categoryId"
            label={t("campaign.category")}
            placeholder={t("campaign.categorySearch")}
            field={form.field("categoryId")}
            options={categoryOptions}
            required
          />
        </div>
        <TextField
          id="description"
          label={t("campaign.description")}
          hint={t("campaign.descriptionHint")}
          field={form.field("description")}
          max={2000}
          rows={4}
          required
        />
        <TextField id="terms" label={t("campaign.terms")} field={form.field("terms")} max={10_000} rows={4} optional />
      </Card>
      <Card title={t("campaign.rewardTitle")}>
        <RewardFields form={form} />
      </Card>
      <Card title={t("campaign.periodTitle")}>
        <div className="grid-2">
          <Field id="startDate" label={t("campaign.start")} error={start.error} required>
            {aria => <DateTimeField {...aria} value={start.value} onChange={start.onChange} />}
          </Field>
          <Field id="endDate" label={t("campaign.end")} error={end.error} required>
            {aria => <DateTimeField {...aria} dayTime="23:59" value={end.value} onChange={end.onChange} />}
          </Field>
        </div>
        <Field id="participantLimit" label={t("campaign.limit")} hint={t("campaign.limitHint")} error={limit.error} optional>
          {aria => <NumberInput {...aria} affix={t("campaign.limitUnit")} value={limit.value} onChange={limit.onChange} />}
        </Field>
        <ChoicesField
          id="tenantIds"
          label={t("campaign.companies")}
          hint={t("campaign.companiesHint")}
          placeholder={t("campaign.companySearch")}
          field={form.field("tenantIds")}
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
    </>
  )
}

/** What must be there before employees can see it, ticked off as it is written. */
const Readiness = ({ draft }: { draft: CampaignDraft }) => {
  const t = useT()
  const broken = check(rules, draft)
  const steps: { label: Key; fields: (keyof CampaignDraft)[] }[] = [
    { label: "campaign.basics", fields: ["title", "description"] },
    { label: "campaign.ready.brand", fields: ["brandId", "categoryId"] },
    { label: "campaign.rewardTitle", fields: ["rewardType", "rewardValue", "currency", "giftCardId", "productName"] },
    { label: "campaign.period", fields: ["startDate", "endDate"] },
  ]
  const done = steps.map(step => step.fields.every(field => !broken[field]))
  return (
    <Card title={t("campaign.readiness")} note={`${done.filter(Boolean).length} / ${steps.length}`}>
      <ul className="timeline">
        {steps.map((step, at) => (
          <li key={step.label} className={done[at] ? "is-done" : undefined}>
            {t(step.label)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Preview = ({ draft }: { draft: CampaignDraft }) => {
  const t = useT()
  const now = useNow()
  const brands = useNames(partnerOptions)
  const categories = useNames(categoryOptions)
  const isGiftCard = rewards.name(draft.rewardType) === "giftCard"
  const gifts = useNames(giftOptions, isGiftCard)
  return (
    <>
      <div className="row between">
        <h2>{t("campaign.preview")}</h2>
        <CodeBadge of={statuses} prefix="campaign.status" tones={tones} value={statusOf(draft, now)} />
      </div>
      <CampaignCoupon
        title={draft.title}
        brandName={brands(draft.brandId)}
        categoryName={categories(draft.categoryId)}
        reward={{ ...draft, giftCardName: gifts(draft.giftCardId) }}
        endDate={draft.endDate}
      />
      <Readiness draft={draft} />
    </>
  )
}

const useShown = (): Shown<CampaignDraft> => {
  const t = useT()
  const format = useFormat()
  const brands = useNames(partnerOptions)
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  return {
    title: { label: "campaign.name", show: value => value },
    description: { label: "campaign.description", show: value => value },
    terms: { label: "campaign.terms", show: value => value || "–" },
    rewardType: { label: "campaign.rewardTitle", show: (_, draft) => rewardText(draft, t, format) },
    rewardValue: { label: "campaign.amount", show: (_, draft) => rewardText(draft, t, format) },
    currency: { label: "campaign.currency", show: value => value },
    giftCardId: { label: "campaign.reward.giftCard", show: value => value ?? "–" },
    productName: { label: "campaign.productName", show: value => value || "–" },
    brandId: { label: "campaign.brand", show: value => brands(value) || "–" },
    categoryId: { label: "campaign.category", show: value => categories(value) || "–" },
    startDate: { label: "campaign.start", show: value => format.dateTime(value) },
    endDate: { label: "campaign.end", show: value => format.dateTime(value) },
    participantLimit: { label: "campaign.limit", show: value => (value ? format.number(value) : t("campaign.noLimit")) },
    tenantIds: {
      label: "campaign.companies",
      show: value => companies(value) || t("campaign.everyCompany"),
    },
    status: {
      label: "campaign.status",
      show: value => <CodeBadge of={statuses} prefix="campaign.status" tones={tones} value={value} />,
    },
    media: {
      label: "campaign.media",
      show: value => value.map(({ url }) => <img key={url} className="thumb" src={url} alt="" />),
    },
  }
}

const draftCode = statuses.value("draft")
const live = { status: statuses.value("active") }
const isDraftStatus = (draft: CampaignDraft) => draft.status === draftCode

/** What the add and the edit door share. */
const useCommon = () => {
  const t = useT()
  const shown = useShown()
  return {
    name: "campaigns",
    words: "campaign",
    rules,
    shown,
    fields: (form: Form<CampaignDraft>, onBusy: (isBusy: boolean) => void) => <Fields form={form} onBusy={onBusy} />,
    aside: (form: Form<CampaignDraft>) => <Preview draft={form.draft} />,
    actions: (form: Form<CampaignDraft>) =>
      isDraftStatus(form.draft) && (
        <Button disabled={form.isBusy} onClick={() => form.submit({ status: draftCode })}>
          {t("campaign.saveDraft")}
        </Button>
      ),
    submitLabel: (draft: CampaignDraft) => (isDraftStatus(draft) ? t("campaign.publish") : t("ui.save")),
    submitPatch: (draft: CampaignDraft) => (isDraftStatus(draft) ? live : {}),
  }
}

/** A copy that starts in the past offers to begin today and to keep its length. */
const ShiftOffer = ({ form }: { form: Form<CampaignDraft> }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const shifted = shiftedTo(form.draft, now)
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

const copyOf = (campaign: Campaign, titled: Titled) => ({
  ...draftOf(campaign),
  title: titled(campaign.title, 200),
  status: draftCode,
})

export const Add = () => (
  <AddDoor
    {...useCommon()}
    blank={blank}
    read={getCampaign}
    copyOf={copyOf}
    copyNotice={form => <ShiftOffer form={form} />}
    save={addCampaign}
  />
)

export const Edit = () => (
  <EditPage
    {...useCommon()}
    read={getCampaign}
    recordOf={campaignOf}
    draftOf={draftOf}
    titleOf={campaign => campaign.title}
    save={updateCampaign}
  />
)
