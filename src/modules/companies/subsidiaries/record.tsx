import { blankFields, type Company, type CompanyFields, companyOf, formFields } from "../../../contract/companies"
import { fieldRules, fieldsOf } from "../../../contract/company-drafts"
import { Card } from "../../../ui/display/card"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { CreatePage } from "../../../ui/pages/form/create-page"
import { EditPage } from "../../../ui/pages/form/edit-page"
import type { FieldsProps } from "../../../ui/pages/form/form-screen"
import type { RecordForm } from "../../../ui/pages/form/record-form"
import { activation } from "../../../ui/pages/record/record-actions"
import { ViewPage } from "../../../ui/pages/record/view-page"
import { Empty } from "../../../ui/placeholders/empty"
import { lastChangeOf } from "../../audit/api"
import { isOwnSubsidiary } from "../api"
import { BrandPreview } from "../brand-preview"
import { CompanyTabs, companyLine } from "../company-tabs"
import { compareFields } from "../compare-fields"
import { FieldGroups } from "../field-groups"
import { addSubsidiary, getSubsidiary, listSubsidiaries, patchSubsidiary, subsidiaries, updateSubsidiary } from "./api"

const Fields = ({ form }: FieldsProps<CompanyFields>) => <FieldGroups part={form} Section={Card} />

const form: RecordForm<Company, CompanyFields> = {
  resource: subsidiaries,
  fields: formFields,
  rules: fieldRules,
  draftOf: fieldsOf,
  Fields,
  Aside: BrandPreview,
  lastChangeOf: lastChangeOf("tenant"),
  compare: compareFields,
}

/** The form of a new subsidiary; the administrator of a subsidiary gets the reason why there is none. */
export const Add = () => {
  const t = useT()
  const { base } = useScreenContext()
  const own = useQuery(isOwnSubsidiary, undefined).data
  if (own)
    return (
      <Empty
        isPage
        icon="lock"
        title={t("ui.notPossible")}
        text={t("tenant.oneLevel")}
        actions={[{ label: t("subsidiary.many"), icon: "arrow-left", href: base }]}
      />
    )
  return <CreatePage {...form} blank={blankFields} read={getSubsidiary} save={addSubsidiary} />
}

export const Edit = () => <EditPage {...form} read={getSubsidiary} recordOf={companyOf} save={updateSubsidiary} />

const { actions } = activation(subsidiaries, patchSubsidiary)

export const View = () => (
  <ViewPage
    resource={subsidiaries}
    read={getSubsidiary}
    list={listSubsidiaries}
    text={companyLine}
    actions={actions}
    Content={CompanyTabs}
  />
)
