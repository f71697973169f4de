import { blankDraft, type CompanyDraft, draftOf, draftRules, type SubsidiaryFields } from "../../contract/company-drafts"
import type { ModuleFlag, ModuleFlags } from "../../contract/module-flags"
import { dash } from "../../core/format"
import type { Compare } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import type { FormSpec } from "../../ui/pages/form-frame"
import { lastChangeOf } from "../audit/api"
import { addCompany, type CompanyForm, companyFormOf, getCompanyForm, updateCompany } from "./api"
import { BrandPreview } from "./brand-preview"
import { compareFields } from "./compare-fields"
import { Fields } from "./fields"
import { moduleLabels } from "./module-labels"
import { companies } from "./resource"

const Flags = ({ value }: { value: ModuleFlags | null }) => {
  const t = useT()
  const on = value ? (Object.keys(moduleLabels) as ModuleFlag[]).filter(flag => value[flag]) : []
  return on.map(flag => t(moduleLabels[flag])).join(", ") || dash
}

const Names = ({ value }: { value: readonly SubsidiaryFields[] }) => value.map(({ name }) => name).join("\n") || dash

const compare: Compare<CompanyDraft> = { ...compareFields, modules: Flags, subTenants: Names }

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
