import type { CompanyDraft } from "../../contract/company-drafts"
import { Card } from "../../ui/display/card"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { getCompanyForm } from "./api"
import { type Bind, FieldGroups } from "./field-groups"
import { ModulesField } from "./module-flags/modules-field"
import { SubsidiariesField } from "./subsidiaries-field"

export const Fields = ({ form, onBusy }: FieldsProps<CompanyDraft>) => {
  const t = useT()
  const { id = "" } = useScreenContext()
  const stored = useQuery(getCompanyForm, id, id !== "").data?.record
  const { draft } = form
  const count = draft.subTenants.length
  return (
    <>
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
