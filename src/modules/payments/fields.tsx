import type { ProviderDraft } from "../../contract/payments"
import { Card } from "../../ui/display/card"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoicesField } from "../../ui/forms/choice-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { categoryChoices } from "../categories/api"
import { companyOptions } from "../owners/api"
import { uploadProviderLogo } from "./api"

export const Fields = ({ form, onBusy }: FieldsProps<ProviderDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("payment.basics")}>
        <TextField {...form.bind("name")} max={100} required />
        <TextField {...form.bind("description")} max={2000} rows={4} optional />
        <ChoicesField {...form.bind("categoryIds")} placeholder={t("payment.categoryAdd")} {...categoryChoices} optional />
        <ActiveSwitch field={form.field("status")} hint={t("payment.isActiveHint")} />
      </Card>
      <Card title={t("payment.contact")}>
        <div className="grid-2">
          <TextField {...form.bind("contactPerson")} max={100} optional />
          <TextField {...form.bind("email")} max={254} type="email" optional />
          <TextField {...form.bind("phone")} max={30} type="tel" optional />
          <TextField {...form.bind("website")} hint={t("payment.websiteHint")} max={2000} type="url" optional />
        </div>
        <TextField {...form.bind("address")} max={500} rows={2} optional />
      </Card>
      <Card title={t("payment.audience")}>
        <ChoicesField
          {...form.bind("tenantIds")}
          hint={t("payment.companiesHint")}
          placeholder={t("payment.companyAdd")}
          options={companyOptions}
          optional
        />
      </Card>
      <Card title={t("payment.logo")}>
        <PictureField {...form.bind("logo")} upload={uploadProviderLogo} onBusy={onBusy} />
      </Card>
    </>
  )
}
