import { blank, draftOf, type PaymentDraft, type PaymentRecord, providerOf, rules } from "../../contract/payments"
import { Card } from "../../ui/display/card"
import { ChoicesField } from "../../ui/forms/choice-field"
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
import { addProvider, getProvider, updateProvider, uploadProviderLogo } from "./api"

const Fields = ({ form, onBusy }: { form: Form<PaymentDraft>; onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  return (
    <>
      <Card title={t("payment.basics")}>
        <TextField id="name" label={t("payment.name")} field={form.field("name")} max={100} required />
        <TextField
          id="description"
          label={t("payment.description")}
          field={form.field("description")}
          max={2000}
          rows={4}
          optional
        />
        <ChoicesField
          id="categoryIds"
          label={t("payment.categories")}
          placeholder={t("payment.categoryAdd")}
          field={form.field("categoryIds")}
          options={categoryOptions}
          optional
        />
        <ActivitySwitch field={form.field("status")} hint={t("payment.isActiveHint")} />
      </Card>
      <Card title={t("payment.contact")}>
        <div className="grid-2">
          <TextField
            id="contactPerson"
            label={t("payment.contactPerson")}
            field={form.field("contactPerson")}
            max={100}
            optional
          />
          <TextField id="email" label={t("payment.email")} field={form.field("email")} max={254} type="email" optional />
          <TextField id="phone" label={t("payment.phone")} field={form.field("phone")} max={30} type="tel" optional />
          <TextField
            id="website"
            label={t("payment.website")}
            hint={t("payment.websiteHint")}
            field={form.field("website")}
            max={2000}
            type="url"
            optional
          />
        </div>
        <TextField id="address" label={t("payment.address")} field={form.field("address")} max={500} rows={2} optional />
      </Card>
      <Card title={t("payment.audience")}>
        <ChoicesField
          id="tenantIds"
          label={t("payment.companies")}
          hint={t("payment.companiesHint")}
          placeholder={t("payment.companyAdd")}
          field={form.field("tenantIds")}
          options={companyOptions}
          optional
        />
      </Card>
      <Card title={t("payment.logo")}>
        <PictureField
          id="logo"
          label={t("payment.logo")}
          field={form.field("logo")}
          upload={uploadProviderLogo}
          onBusy={onBusy}
        />
      </Card>
    </>
  )
}

const useShown = (): Shown<PaymentDraft> => {
  const categories = useNames(categoryOptions)
  const companies = useNames(companyOptions)
  return {
    name: { label: "payment.name", show: shownText },
    description: { label: "payment.description", show: shownText },
    categoryIds: { label: "payment.categories", show: value => categories(value) || "–" },
    contactPerson: { label: "payment.contactPerson", show: shownText },
    email: { label: "payment.email", show: shownText },
    phone: { label: "payment.phone", show: shownText },
    website: { label: "payment.website", show: shownText },
    address: { label: "payment.address", show: shownText },
    tenantIds: { label: "payment.companies", show: value => companies(value) || "–" },
    status: {
      label: "payment.status",
      show: value => <ActivityBadge value={value} />,
    },
    logo: { label: "payment.logo", show: shownPicture },
  }
}

/** What the add and the edit door share. */
const useCommon = () => ({
  name: "payments",
  words: "payment",
  rules,
  shown: useShown(),
  fields: (form: Form<PaymentDraft>, onBusy: (isBusy: boolean) => void) => <Fields form={form} onBusy={onBusy} />,
})

const copyOf = (record: PaymentRecord, titled: Titled) => ({ ...draftOf(record), name: titled(record.name, 100) })

export const Add = () => <AddDoor {...useCommon()} blank={blank} read={getProvider} copyOf={copyOf} save={addProvider} />

export const Edit = () => (
  <EditPage
    {...useCommon()}
    read={getProvider}
    recordOf={providerOf}
    draftOf={draftOf}
    titleOf={record => record.name}
    save={updateProvider}
  />
)
