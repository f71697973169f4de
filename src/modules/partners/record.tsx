import { blank, type Contact, draftOf, fields, type Partner, type PartnerDraft, partnerOf, rules } from "../../contract/partners"
import { dash } from "../../core/text/format"
import { joinTexts } from "../../core/text/join-texts"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { untranslated } from "../../ui/display/untranslated"
import { MailLink, PhoneLink } from "../../ui/display/web-link"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoiceField } from "../../ui/forms/choice-field"
import { asOptions, compareOf } from "../../ui/forms/compare"
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
import { calls, partners } from "./api"
import { ContactsField, contacts } from "./contacts"
import { References } from "./references"

const Fields = ({ form }: FieldsProps<PartnerDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("brand.basics")}>
        <TextField {...form.bind("name")} />
        <div className="grid-2">
          <ChoiceField {...form.bind("categoryId")} placeholder={t("brand.categorySearch")} {...categoryChoices} optional />
          <TextField {...form.bind("location")} optional />
        </div>
        <TextField {...form.bind("description")} rows={4} optional />
        <ActiveSwitch {...form.bind("status")} hint={t("brand.isActiveHint")} />
      </Card>
      <Card title={t("brand.contacts")}>
        <ContactsField form={form} />
      </Card>
      <Card title={t("brand.audience")}>
        <CompaniesField {...form.bind("tenantIds")} hint={t("brand.companiesHint")} placeholder={t("brand.companyAdd")} />
      </Card>
      <Card title={t("brand.logo")}>
        <PictureField {...form.bind("logo")} upload={calls.upload} />
      </Card>
    </>
  )
}

const Contacts = ({ value }: { value: readonly Contact[] }) =>
  untranslated(value.map(({ name, email, phone }) => joinTexts(name, email, phone)).join("\n")) || dash

const { labels } = partners

const Details = ({ record }: { record: Partner }) => {
  const t = useT()
  const companies = useOptionLabels(companyOptions)
  return (
    <DetailsCard
      record={record}
      picture={{ url: record.logo, alt: t(labels.logo) }}
      items={[
        [t(labels.categoryId), record.categoryName],
        [t(labels.location), record.location],
        [t(labels.tenantIds), companies(record.tenantIds) || t(everyCompanyKey(record))],
      ]}
    />
  )
}

const Content = ({ record }: { record: Partner }) => {
  const t = useT()
  return (
    <RecordLayout aside={<Details record={record} />}>
      <TextCard title={t("brand.about")} text={record.description} placeholder={t("brand.noDescription")} />
      <Card title={t(labels.contacts)}>
        {record.contacts.length === 0 && <p className="subtle">{t("brand.noContacts")}</p>}
        {record.contacts.map(({ name, email, phone }, index) => (
          <Facts
            // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no identity but their position
            key={index}
            items={[
              [index === 0 ? t("brand.primary") : t("brand.contactOf", { number: index + 1 }), untranslated(name)],
              [t("brand.contactEmail"), email && <MailLink address={email} />],
              [t("brand.contactPhone"), phone && <PhoneLink number={phone} />],
            ]}
          />
        ))}
      </Card>
      <References partnerId={record.id} />
    </RecordLayout>
  )
}

export const { history, Add, Edit, View } = recordPages("brand", {
  resource: partners,
  fields,
  rules: { ...rules, contacts: [] },
  lists: { contacts },
  draftOf,
  Fields,
  compare: {
    ...compareOf(fields, {}, { category: categoryOptions }),
    contacts: Contacts,
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
  },
  blank,
  recordOf: partnerOf,
  calls,
  text: ({ categoryName, location }) => joinTexts(categoryName, location),
  grouped: ["contactPersons", "emails", "phones", "categoryIds"],
  Content: withHistory(Content),
})
