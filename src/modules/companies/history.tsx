import { type CompanyDraft, draftOf, type SubsidiaryFields } from "../../contract/company-drafts"
import type { ModuleFlag, ModuleFlags } from "../../contract/permissions/module-flags"
import { dash } from "../../core/text/format"
import type { Compare } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { historyOf } from "../audit/api"
import { companyFormOf } from "./api"
import { compareFields } from "./compare-fields"
import { moduleLabels } from "./module-flags/module-labels"
import { companies } from "./resource"

const Flags = ({ value }: { value: ModuleFlags | null }) => {
  const t = useT()
  const on = value ? (Object.keys(moduleLabels) as ModuleFlag[]).filter(flag => value[flag]) : []
  return on.map(flag => t(moduleLabels[flag])).join(", ") || dash
}

const Names = ({ value }: { value: readonly SubsidiaryFields[] }) => value.map(({ name }) => name).join("\n") || dash

/** How members are displayed in a conflict, and in the history. */
export const compare: Compare<CompanyDraft> = { ...compareFields, modules: Flags, subTenants: Names }

const historyFor = (tags: readonly [string, ...string[]]) =>
  historyOf("tenant", { resource: companies, compare, draftOf }, companyFormOf, {
    tags,
    grouped: ["activeStatus", "socialMedia", "visualIdentity"],
  })

export const history = historyFor(["companies", "subsidiaries"])

/** The same on the pages of a company's administrators. */
export const subsidiaryHistory = historyFor(["subsidiaries", "companies"])
