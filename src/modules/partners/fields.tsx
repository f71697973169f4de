import type { PartnerDraft } from "../../contract/partners"
import { Card } from "../../ui/display/card"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoiceField, ChoicesField } from "../../ui/forms/choice-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { categoryChoices } from "../categories/api"
import { companyOptions } from "../owners/api"
import { uploadPartnerLogo } from "./api"
import { ContactsField } from "./contacts"

export const Fields = ({ form, onBusy }: FieldsProps<PartnerDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("brand.basics")}>
        <TextField {...form.bind("name")} max={100} required />
        <div className="grid-2">
          <ChoiceField {...form.bind("categoryId")} placeholder={t("brand.categorySearch")} {...categoryChoices} optional />
          <TextField {...form.bind("location")} max={100} optional />
        </div>
        <TextField {...form.bind("description")} max={2000} rows={4} optional />
        <ActiveSwitch field={form.field("status")} hint={t("brand.isActiveHint")} />
      </Card>
      <Card title={t("brand.contacts")}>
        <ContactsField field={form.field("contacts")} />
      </Card>
      <Card title={t("brand.audience")}>
        <ChoicesField
          {...form.bind("tenantIds")}
          hint={t("brand.companiesHint")}
          placeholder={t("brand.companyAdd")}
          options={companyOptions}
          optional
        />
      </Card>
      <Card title={t("brand.logo")}>
        <PictureField {...form.bind("logo")} upload={uploadPartnerLogo} onBusy={onBusy} />
      </Card>
    </>
  )
}
