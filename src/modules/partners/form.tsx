import { blank, type Contact, draftOf, fields, type Partner, type PartnerDraft, partnerOf, rules } from "../../contract/partners"
import { dash } from "../../core/text/format"
import { activeStatusLook } from "../../ui/display/active-status"
import { asOptions, compareOf } from "../../ui/forms/compare"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { historyOf, lastChangeOf } from "../audit/api"
import { categoryOptions } from "../categories/api"
import { companyOptions } from "../owners/api"
import { addPartner, getPartner, updatePartner } from "./api"
import { Fields } from "./fields"
import { partners } from "./resource"

const Contacts = ({ value }: { value: readonly Contact[] }) =>
  value.map(({ name, email, phone }) => [name, email, phone].filter(Boolean).join(" · ")).join("\n") || dash

const form: FormSpec<Partner, PartnerDraft> = {
  resource: partners,
  owners: companyOptions,
  rules,
  draftOf,
  Fields,
  lastChangeOf: lastChangeOf("brand"),
  compare: {
    ...compareOf(fields, { status: activeStatusLook }, { category: categoryOptions }),
    contacts: Contacts,
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
  },
}

export const history = historyOf("brand", form, partnerOf, { grouped: ["contactPersons", "emails", "phones", "categoryIds"] })

export const Add = () => <CreatePage {...form} blank={blank} read={getPartner} save={addPartner} />

export const Edit = () => <EditPage {...form} read={getPartner} recordOf={partnerOf} save={updatePartner} />
