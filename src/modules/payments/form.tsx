import { blank, draftOf, fields, type Provider, type ProviderDraft, providerOf, rules } from "../../contract/payments"
import { activeStatusLook } from "../../ui/display/active-status"
import { compareOf } from "../../ui/forms/compare"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { historyOf, lastChangeOf } from "../audit/api"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { addProvider, getProvider, updateProvider } from "./api"
import { Fields } from "./fields"
import { payments } from "./resource"

const form: FormSpec<Provider, ProviderDraft> = {
  resource: payments,
  owners: companyOptions,
  rules,
  draftOf,
  Fields,
  lastChangeOf: lastChangeOf("payment"),
  compare: compareOf(fields, { status: activeStatusLook }, { category: categoryOptions, tenant: companyOptions }),
}

export const history = historyOf("payment", form, providerOf)

export const Add = () => <CreatePage {...form} blank={blank} read={getProvider} save={addProvider} />

export const Edit = () => <EditPage {...form} read={getProvider} recordOf={providerOf} save={updateProvider} />
