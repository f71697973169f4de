import { blank, draftOf, type GiftDraft, type GiftRecord, giftOf, rules } from "../../contract/gifts"
import { DateTimeField } from "../../ui/controls/date-time-field"
import { NumberInput } from "../../ui/controls/number-input"
import { Card } from "../../ui/display/card"
import { Coupon } from "../../ui/display/coupon"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { type Shown, shownPicture, shownText } from "../../ui/forms/conflict"
import { Field } from "../../ui/forms/field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useT } from "../../ui/hooks/use-t"
import { ActivityBadge, ActivitySwitch } from "../../ui/lists/activity"
import { AddDoor, type Titled } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { partnerOptions } from "../partners/api"
import { addGift, getGift, updateGift, uploadGiftImage } from "./api"
import { MetadataField } from "./metadata"

const Fields = ({ form, onBusy }: { form: Form<GiftDraft>; onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  const start = form.field("validityStart")
  const end = form.field("validityEnd")
  const usage = form.field("maxUsage")
  return (
    <>
      <Card title={t("gift.basics")}>
        <TextField id="cardName" label={t("gift.name")} field={form.field("cardName")} max={100} required />
        <div className="grid-2">
          <ChoiceField
            id="brandId"
            label={t("gift.brand")}
            placeholder={t("gift.brandSearch")}
            field={form.field("brandId")}
            options={partnerOptions}
            optional
          />
          <ChoicesField
            id="categories"
            label={t("gift.categories")}
            placeholder={t("gift.categoryAdd")}
            field={form.field("categories")}
            options={categoryOptions}
            optional
          />
        </div>
        <TextField
          id="description"
          label={t("gift.description")}
          field={form.field("description")}
          max={2000}
          rows={4}
          optional
        />
        <TextField id="terms" label={t("gift.terms")} field={form.field("terms")} max={10_000} rows={4} optional />
        <ActivitySwitch field={form.field("status")} hint={t("gift.isActiveHint")} />
      </Card>
      <Card title={t("gift.validityTitle")}>
        <div className="grid-2">
          <Field id="validityStart" label={t("gift.start")} error={start.error} optional>
            {aria => <DateTimeField {...aria} value={start.value} onChange={start.onChange} />}
          </Field>
          <Field id="validityEnd" label={t("gift.end")} error={end.error} optional>
            {aria => <DateTimeField {...aria} dayTime="23:59" value={end.value} onChange={end.onChange} />}
          </Field>
        </div>
        <Field id="maxUsage" label={t("gift.maxUsage")} hint={t("gift.maxUsageHint")} error={usage.error} optional>
          {aria => <NumberInput {...aria} value={usage.value} onChange={usage.onChange} />}
        </Field>
        <ChoicesField
          id="tenantIds"
          label={t("gift.companies")}
          hint={t("gift.companiesHint")}
          placeholder={t("gift.companyAdd")}
          field={form.field("tenantIds")}
          options={companyOptions}
          optional
        />
      </Card>
      <Card title={t("gift.integration")}>
        <TextField
          id="apiIntegrationCode"
          label={t("gift.apiCode")}
          hint={t("gift.apiCodeHint")}
          field={form.field("apiIntegrationCode")}
          max={500}
          type="password"
          optional
        />
        <MetadataField field={form.field("metadata")} />
      </Card>
      <Card title={t("gift.image")}>
        <PictureField
          id="cardImage"
          label={t("gift.image")}
          field={form.field("cardImage")}
          upload={uploadGiftImage}
          onBusy={onBusy}
        />
      </Card>
    </>
  )
}

const Preview = ({ draft }: { draft: GiftDraft }) => {
  const t = useT()
  const format = useFormat()
  const partners = useNames(partnerOptions)
  const categories = useNames(categoryOptions)
  return (
    <>
      <h2>{t("gift.preview")}</h2>
      <Coupon
        brandName={partners(draft.brandId) || t("gift.noBrand")}
        category={categories(draft.categories)}
        value={draft.maxUsage ? format.number(draft.maxUsage) : "∞"}
        unit={t("gift.uses")}
        title={draft.cardName || t("gift.untitled")}
        foot={[{ label: t("gift.end"), value: draft.validityEnd ? format.date(draft.validityEnd) : t("gift.noEnd") }]}
      />
    </>
  )
}

const useShown = (): Shown<GiftDraft> => {
  const t = useT()
  const format = useFormat()
  const partners = useNames(partnerOptions)
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  return {
    cardName: { label: "gift.name", show: shownText },
    brandId: { label: "gift.brand", show: value => partners(value) || "–" },
    categories: { label: "gift.categories", show: value => categories(value) || "–" },
    description: { label: "gift.description", show: shownText },
    terms: { label: "gift.terms", show: shownText },
    validityStart: { label: "gift.start", show: value => format.dateTime(value) },
    validityEnd: { label: "gift.end", show: value => format.dateTime(value) },
    maxUsage: { label: "gift.maxUsage", show: value => (value ? format.number(value) : t("gift.unlimited")) },
    tenantIds: { label: "gift.companies", show: value => companies(value) || t("gift.everyCompany") },
    apiIntegrationCode: { label: "gift.apiCode", show: value => (value ? "••••••••" : "–") },
    metadata: { label: "gift.metadata", show: value => JSON.stringify(value) },
    status: {
      label: "gift.status",
      show: value => <ActivityBadge value={value} />,
    },
    cardImage: { label: "gift.image", show: shownPicture },
  }
}

/** What the add and the edit door share. */
const useCommon = () => ({
  name: "gifts",
  words: "gift",
  rules,
  shown: useShown(),
  fields: (form: Form<GiftDraft>, onBusy: (isBusy: boolean) => void) => <Fields form={form} onBusy={onBusy} />,
  aside: (form: Form<GiftDraft>) => <Preview draft={form.draft} />,
})

const copyOf = (record: GiftRecord, titled: Titled) => ({
  ...draftOf(record),
  cardName: titled(record.cardName, 100),
  apiIntegrationCode: "",
})

export const Add = () => <AddDoor {...useCommon()} blank={blank} read={getGift} copyOf={copyOf} save={addGift} />

export const Edit = () => (
  <EditPage
    {...useCommon()}
    read={getGift}
    recordOf={giftOf}
    draftOf={draftOf}
    titleOf={record => record.cardName}
    save={updateGift}
  />
)
