import type { CompanyDraft } from "../../contract/company-drafts"
import { Card } from "../../ui/display/card"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form-frame"
import { useScreenContext } from "../../ui/pages/screen-context"
import { getCompanyForm } from "./api"
import { BasicFields, type Bind, BrandFields, ContactFields, SocialFields } from "./field-groups"
import { ModulesField } from "./modules-field"
import { SubsidiariesField } from "./subsidiaries-field"

export const Fields = ({ form, onBusy }: FieldsProps<CompanyDraft>) => {
  const t = useT()
  const { id = "" } = useScreenContext()
  const stored = useQuery(getCompanyForm, id, id !== "").data?.record
  const { draft } = form
  const bind = form.bind as Bind
  const count = draft.subTenants.length
  return (
    <>
      <Card title={t("tenant.basics")}>
        <BasicFields bind={bind} />
      </Card>
      <Card title={t("tenant.contact")}>
        <ContactFields bind={bind} emailHint={id ? undefined : t("tenant.emailsHint")} />
      </Card>
      <Card title={t("tenant.socialMedia")}>
        <SocialFields bind={bind} />
      </Card>
      <Card title={t("tenant.identity")}>
        <BrandFields bind={bind} onBusy={onBusy} />
      </Card>
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
