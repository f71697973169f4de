import { formFields } from "../../contract/companies"
import { blankDraft, type CompanyDraft, draftOf, draftRules } from "../../contract/company-drafts"
import type { ModuleFlags } from "../../contract/permissions/module-flags"
import type { Bound } from "../../core/form/parts"
import { Card } from "../../ui/display/card"
import { useBound } from "../../ui/forms/bound"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { RecordForm } from "../../ui/pages/form/record-form"
import { lastChangeOf } from "../audit/api"
import { addCompany, type CompanyForm, companyFormOf, getCompanyForm, updateCompany } from "./api"
import { BrandPreview } from "./brand-preview"
import { type CompanyPart, FieldGroups } from "./field-groups"
import { compare } from "./history"
import { ModulesField } from "./module-flags/modules-field"
import { NoAdministrators } from "./no-administrators"
import { companies } from "./resource"
import { SubsidiariesCard, subsidiaries } from "./subsidiaries-field"

const Fields = ({ form }: FieldsProps<CompanyDraft>) => {
  const t = useT()
  const { base, id = "" } = useScreenContext()
  const stored = useQuery(getCompanyForm, id, id !== "").data?.record
  return (
    <>
      {id && <NoAdministrators id={id} href={`${base}/${encodeURIComponent(id)}?tab=admins`} />}
      <FieldGroups part={form as unknown as CompanyPart} emailHint={id ? undefined : t("tenant.emailsHint")} Section={Card} />
      <ModulesCard {...form.bind("modules")} />
      {!stored?.parentId && <SubsidiariesCard form={form} />}
    </>
  )
}

const ModulesCard = (bound: Bound<ModuleFlags | null>) => {
  const t = useT()
  const { value, onChange } = useBound(bound).field
  return (
    <Card title={t("tenant.modules")} note={value && t("tenant.modulesOn", counts(value))}>
      <ModulesField value={value} onChange={onChange} />
    </Card>
  )
}

const counts = (flags: Record<string, boolean>) => {
  const values = Object.values(flags)
  return { on: values.filter(Boolean).length, all: values.length }
}

const form: RecordForm<CompanyForm, CompanyDraft> = {
  resource: companies,
  fields: formFields,
  rules: draftRules,
  lists: { subTenants: subsidiaries },
  draftOf,
  Fields,
  Aside: BrandPreview,
  lastChangeOf: lastChangeOf("tenant"),
  compare,
}

export const Add = () => <CreatePage {...form} blank={blankDraft} read={getCompanyForm} save={addCompany} />

export const Edit = () => <EditPage {...form} read={getCompanyForm} recordOf={companyFormOf} save={updateCompany} />
