import { useMemo } from "react"
import { type Company, type CompanyFields, companyOf, formFields, networks } from "../../contract/companies"
import { fieldRules, fieldsOf } from "../../contract/company-drafts"
import { LinkButton } from "../../ui/controls/button"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { untranslated } from "../../ui/display/untranslated"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { ChoiceField } from "../../ui/forms/choice-field"
import { TextField } from "../../ui/forms/text-field"
import { ScreenContext, useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { RecordForm } from "../../ui/pages/form/record-form"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import type { Resource } from "../../ui/pages/resource"
import { lastChangeOf } from "../audit/api"
import { cityOptions, getCompany, updateOwnCompany } from "./api"
import { compareFields } from "./compare-fields"
import { ContactFields, SocialFields } from "./field-groups"
import { QuotaCard } from "./quota-card"
import { companies, fieldLabels } from "./resource"

const { labels } = companies
const ownCompany = { ...companies, copy: undefined, labels: fieldLabels } satisfies Resource<Company, CompanyFields>

type Props = {
  /** Id of the signed-in person's company. */
  id: string
  /** Paths of the page with the company's data, and of its form. */
  home: string
  edit: string
}

/** The contact data of the signed-in administrator's company. */
export const OwnCompanyCard = ({ id, edit, mayEdit }: Props & { mayEdit: boolean }) => {
  const t = useT()
  const entry = useQuery(getCompany, id)
  const company = entry.data?.record
  return (
    <>
      <Card
        title={t("tenant.own")}
        note={company?.name}
        foot={
          company &&
          mayEdit && (
            <LinkButton icon="edit" href={edit}>
              {t("tenant.ownEdit")}
            </LinkButton>
          )
        }
      >
        {company ? (
          <>
            {company.description && <p>{company.description}</p>}
            <Facts
              items={[
                [
                  t(labels.emails),
                  company.emails.map(email => (
                    <div key={email}>
                      <MailLink address={email} />
                    </div>
                  )),
                ],
                [t(labels.contactPersons), untranslated(company.contactPersons.join(", "))],
                [t(labels.phone), company.phone && <PhoneLink number={company.phone} />],
                [t(labels.location), company.location],
                [t(labels.website), company.website && <WebLink url={company.website} />],
                [t(labels.domain), untranslated(company.domain)],
                ...networks.map(
                  name => company[name] && ([t(labels[name]), <WebLink key={name} url={company[name]} />] as const),
                ),
              ]}
            />
            {!mayEdit && <p className="read-only-note">{t("error.notPermitted")}</p>}
          </>
        ) : (
          <QueryPlaceholder entry={entry} failed={t("ui.recordFailed", { title: t("tenant.one") })} />
        )}
      </Card>
      {company && <QuotaCard company={company} />}
    </>
  )
}

const Fields = ({ form }: FieldsProps<CompanyFields>) => {
  const t = useT()
  return (
    <>
      <Card title={t("tenant.contact")}>
        <ContactFields part={form} />
        <ChoiceField {...form.bind("location")} placeholder={t("tenant.citySearch")} options={cityOptions} optional />
        <TextField {...form.bind("description")} rows={4} optional />
      </Card>
      <Card title={t("tenant.socialMedia")}>
        <SocialFields part={form} />
      </Card>
    </>
  )
}

const form: RecordForm<Company, CompanyFields> = {
  resource: ownCompany,
  fields: formFields,
  rules: fieldRules,
  draftOf: fieldsOf,
  Fields,
  lastChangeOf: lastChangeOf("tenant"),
  compare: compareFields,
}

/** The form of the company's contact data (docs/contract.md#company-calls). */
export const OwnCompanyForm = ({ id, home, edit }: Props) => {
  const screen = useScreenContext()
  const context = useMemo(
    () => ({
      ...screen,
      id,
      trail: [],
      paths: { view: () => home, edit: () => edit },
      mayChange: () => true,
    }),
    [screen, id, home, edit],
  )
  return (
    <ScreenContext value={context}>
      <EditPage {...form} read={getCompany} recordOf={companyOf} save={updateOwnCompany} />
    </ScreenContext>
  )
}
