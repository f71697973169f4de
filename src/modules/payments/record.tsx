import { blank, draftOf, fields, type Provider, type ProviderDraft, providerOf, rules } from "../../contract/payments"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { untranslated } from "../../ui/display/untranslated"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoicesField } from "../../ui/forms/choice-field"
import { compareOf } from "../../ui/forms/compare"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { categoryOptions } from "../categories/api"
import { categoryChoices } from "../lookups/api"
import { companyOptions } from "../owners/api"
import { CompaniesField } from "../records/companies-field"
import { recordPages } from "../records/pages"
import { addProvider, getProvider, listProviders, payments, removeProvider, updateProvider, uploadProviderLogo } from "./api"
import { ProviderStatus, UseButton } from "./use"

const Fields = ({ form }: FieldsProps<ProviderDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("payment.basics")}>
        <TextField {...form.bind("name")} />
        <TextField {...form.bind("description")} rows={4} optional />
        <ChoicesField {...form.bind("categoryIds")} placeholder={t("payment.categoryAdd")} {...categoryChoices} optional />
        <ActiveSwitch {...form.bind("status")} hint={t("payment.isActiveHint")} />
      </Card>
      <Card title={t("payment.contact")}>
        <div className="grid-2">
          <TextField {...form.bind("contactPerson")} optional />
          <TextField {...form.bind("email")} type="email" optional />
          <TextField {...form.bind("phone")} type="tel" optional />
          <TextField {...form.bind("website")} hint={t("payment.websiteHint")} type="url" optional />
        </div>
        <TextField {...form.bind("address")} rows={2} optional />
      </Card>
      <Card title={t("payment.audience")}>
        <CompaniesField {...form.bind("tenantIds")} hint={t("payment.companiesHint")} placeholder={t("payment.companyAdd")} />
      </Card>
      <Card title={t("payment.logo")}>
        <PictureField {...form.bind("logo")} upload={uploadProviderLogo} />
      </Card>
    </>
  )
}

const { labels } = payments

const Details = ({ record }: { record: Provider }) => {
  const t = useT()
  const categories = useOptionLabels(categoryOptions)
  const companies = useOptionLabels(companyOptions)
  return (
    <DetailsCard
      record={record}
      picture={{ url: record.logo, alt: t(labels.logo) }}
      items={[
        [t(labels.categoryIds), categories(record.categoryIds)],
        [t(labels.tenantIds), companies(record.tenantIds)],
      ]}
    />
  )
}

const Content = ({ record }: { record: Provider }) => {
  const t = useT()
  const { description, contactPerson, email, phone, website, address } = record
  return (
    <RecordLayout aside={<Details record={record} />}>
      <TextCard title={t("payment.about")} text={description} placeholder={t("payment.noDescription")} />
      <Card title={t("payment.contact")}>
        <Facts
          items={[
            [t(labels.contactPerson), untranslated(contactPerson)],
            [t(labels.email), email && <MailLink address={email} />],
            [t(labels.phone), phone && <PhoneLink number={phone} />],
            [t(labels.website), website && <WebLink url={website} />],
            [t(labels.address), address],
          ]}
        />
      </Card>
    </RecordLayout>
  )
}

export const { history, Add, Edit, View } = recordPages("payment", {
  resource: payments,
  fields,
  rules,
  draftOf,
  Fields,
  compare: compareOf(fields, {}, { category: categoryOptions, tenant: companyOptions }),
  blank,
  recordOf: providerOf,
  calls: { get: getProvider, list: listProviders, add: addProvider, update: updateProvider, remove: removeProvider },
  badge: record => <ProviderStatus provider={record} />,
  HeaderActions: UseButton,
  Content: withHistory(Content),
})

export { AddTransfer } from "./add-transfer"
