import { blankDraft, type CompanyDraft, draftOf, draftRules } from "../../contract/company-drafts"
import { Card } from "../../ui/display/card"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps, FormSpec } from "../../ui/pages/form/form-frame"
import { lastChangeOf } from "../audit/api"
import { addCompany, type CompanyForm, companyFormOf, getCompanyForm, updateCompany } from "./api"
import { BrandPreview } from "./brand-preview"
import { type Bind, FieldGroups } from "./field-groups"
import { compare } from "./history"
import { ModulesField } from "./module-flags/modules-field"
import { NoAdministrators } from "./no-administrators"
import { companies } from "./resource"
import { SubsidiariesField } from "./subsidiaries-field"

const Fields = ({ form, onBusy }: FieldsProps<CompanyDraft>) => {
  const t = useT()
  const { base, id = "" } = useScreenContext()
  const stored = useQuery(getCompanyForm, id, id !== "").data?.record
  const { draft } = form
  const count = draft.subTenants.length
  return (
    <>
      {id && <NoAdministrators id={id} href={`${base}/${encodeURIComponent(id)}?tab=admins`} />}
      <FieldGroups bind={form.bind as Bind} onBusy={onBusy} emailHint={id ? undefined : t("tenant.emailsHint")} Section={Card} />
      <Card title={t("tenant.modules")} note={draft.modules && t("tenant.modulesOn", counts(draft.modules))}>
        <ModulesField field={form.field("modules")} />
      </Card>
      {!stored?.parentId && (
        <Card title={t("tenant.subTenants")} note={count > 0 && count}>
          <SubsidiariesField field={form.field("subTenants")} onBusy={onBusy} />
        </Card>
      )}
    </>
  )
}

const counts = (flags: Record<string, boolean>) => {
  const values = Object.values(flags)
  return { on: values.filter(Boolean).length, all: values.length }
}

const form: FormSpec<CompanyForm, CompanyDraft> = {
  resource: companies,
  rules: draftRules,
  draftOf,
  Fields,
  Aside: BrandPreview,
  lastChangeOf: lastChangeOf("tenant"),
  compare,
}

export const Add = () => <CreatePage {...form} blank={blankDraft} read={getCompanyForm} save={addCompany} />

export const Edit = () => <EditPage {...form} read={getCompanyForm} recordOf={companyFormOf} save={updateCompany} />
