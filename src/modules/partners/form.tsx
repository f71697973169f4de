import { blank, type Partner, type PartnerDraft, partnerOf, rules } from "../../contract/partners"
import { Card } from "../../ui/display/card"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { type Shown, shownPicture, shownText } from "../../ui/forms/conflict"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useNames } from "../../ui/hooks/use-names"
import { useT } from "../../ui/hooks/use-t"
import { ActivityBadge, ActivitySwitch } from "../../ui/lists/activity"
import { AddDoor, type Titled } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../companies/api"
import { addPartner, getPartner, updatePartner, uploadPartnerLogo } from "./api"
import { ContactsField } from "./contacts"

const Fields = ({ form, onBusy }: { form: Form<PartnerDraft>; onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  return (
    <>
      <Card title={t("brand.basics")}>
        <TextField id="name" label={t("brand.name")} field={form.field("name")} max={100} required />
        <div className="grid-2">
          <ChoiceField
            id="categoryId"
            label={t("brand.category")}
            placeholder={t("brand.categorySearch")}
            field={form.field("categoryId")}
            options={categoryOptions}
            optional
          />
          <TextField id="location" label={t("brand.location")} field={form.field("location")} max={100} optional />
        </div>
        <TextField
          id="description"
          label={t("brand.description")}
          field={form.field("description")}
          max={2000}
          rows={4}
          optional
        />
        <ActivitySwitch field={form.field("status")} hint={t("brand.isActiveHint")} />
      </Card>
      <Card title={t("brand.contacts")}>
        <ContactsField field={form.field("contacts")} />
      </Card>
      <Card title={t("brand.audience")}>
        <ChoicesField
          id="tenantIds"
          label={t("brand.companies")}
          hint={t("brand.companiesHint")}
          placeholder={t("brand.companyAdd")}
          field={form.field("tenantIds")}
          options={companyOptions}
          optional
        />
      </Card>
      <Card title={t("brand.logo")}>
        <PictureField id="logo" label={t("brand.logo")} field={form.field("logo")} upload={uploadPartnerLogo} onBusy={onBusy} />
      </Card>
    </>
  )
}

const useShown = (): Shown<PartnerDraft> => {
  const t = useT()
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  return {
    name: { label: "brand.name", show: shownText },
    categoryId: { label: "brand.category", show: value => categories(value) || "–" },
    location: { label: "brand.location", show: shownText },
    description: { label: "brand.description", show: shownText },
    contacts: {
      label: "brand.contacts",
      show: value => value.map(({ name, email, phone }) => [name, email, phone].filter(Boolean).join(" · ")).join("\n") || "–",
    },
    tenantIds: { label: "brand.companies", show: value => companies(value) || t("brand.everyCompany") },
    status: {
      label: "brand.status",
      show: value => <ActivityBadge value={value} />,
    },
    logo: { label: "brand.logo", show: shownPicture },
  }
}

/** What the add and the edit door share. */
const useCommon = () => ({
  name: "partners",
  words: "brand",
  rules,
  shown: useShown(),
  fields: (form: Form<PartnerDraft>, onBusy: (isBusy: boolean) => void) => <Fields form={form} onBusy={onBusy} />,
})

const copyOf = ({ draft }: Partner, titled: Titled) => ({ ...draft, name: titled(draft.name, 100) })

export const Add = () => <AddDoor {...useCommon()} blank={blank} read={getPartner} copyOf={copyOf} save={addPartner} />

export const Edit = () => (
  <EditPage
    {...useCommon()}
    read={getPartner}
    recordOf={partnerOf}
    draftOf={partner => partner.draft}
    titleOf={partner => partner.name}
    save={updatePartner}
  />
)
