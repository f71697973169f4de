import { blankDraft, type CompanyDraft, draftOf, draftRules } from "../../contract/company-drafts"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { lastChangeOf } from "../audit/api"
import { addCompany, type CompanyForm, companyFormOf, getCompanyForm, updateCompany } from "./api"
import { BrandPreview } from "./brand-preview"
import { Fields } from "./fields"
import { compare } from "./history"
import { companies } from "./resource"

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
