import { companySizes, industries } from "../../contract/companies"

/** Text keys of the codes of companies (docs/contract-records.md#company). */
export const industryTexts = { of: industries, texts: "tenant.industries" }

export const companySizeTexts = { of: companySizes, texts: "tenant.companySizes" }
