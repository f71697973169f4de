import { useState } from "react"
import { blank, type DrawDraft } from "../../contract/draws"
import { config } from "../../state/config"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { ChoiceField } from "../../ui/forms/choice-field"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { MediaField } from "../../ui/forms/media-field"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { holderOptions, uploadDrawMedia } from "./api"
import { EligibilityFields, MethodField } from "./eligibility-fields"
import { PrizesField } from "./prizes-field"
import { extensions } from "./resource"

/** The company of a draw: chosen by the platform for a new one, fixed from then on. */
const CompanyField = ({ form }: Pick<FieldsProps<DrawDraft>, "form">) => {
  const t = useT()
  const isStored = useScreenContext().id !== undefined
  const nameOf = useOptionLabels(holderOptions, isStored)
  const { field, ...bound } = form.bind("tenantId")
  if (isStored) return <Facts items={[[bound.label, nameOf(field.value)]]} />
  return (
    <ChoiceField
      {...bound}
      field={{
        ...field,
        onChange: tenantId => {
          if (tenantId !== field.value) form.change({ tenantId, departmentId: "", employeeIds: [] })
        },
      }}
      hint={t("draw.companyHint")}
      placeholder={t("draw.companySearch")}
      options={holderOptions}
      required
    />
  )
}

export const Fields = ({ form, onBusy }: FieldsProps<DrawDraft>) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const media = form.field("media")
  const [shown] = useState(() => extensions.filter(name => config.extensions || form.draft[name] !== blank[name]))
  return (
    <>
      <Card title={t("draw.basics")}>
        {isPlatform && <CompanyField form={form} />}
        <TextField {...form.bind("title")} max={200} required />
        <TextField {...form.bind("description")} hint={t("draw.descriptionHint")} max={2000} rows={4} required />
        {shown.includes("terms") && (
          <TextField {...form.bind("terms")} hint={t("draw.termsHint")} max={10_000} rows={4} optional />
        )}
      </Card>
      <Card title={t("draw.method")}>
        <MethodField form={form} />
      </Card>
      <Card title={t("draw.prizes")}>
        <PrizesField field={form.field("prizes")} onBusy={onBusy} />
      </Card>
      <Card title={t("draw.eligibility")}>
        <EligibilityFields form={form} shown={shown} />
      </Card>
      <Card title={t("draw.dates")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("startDate")} hint={t("draw.startHint")} required />
          <DateTimeField {...form.bind("endDate")} hint={t("draw.endHint")} defaultTime="23:59" required />
          <DateTimeField {...form.bind("drawDate")} hint={t("draw.drawDateHint")} required />
        </div>
      </Card>
      <Card title={t("draw.media")}>
        <MediaField value={media.value} onChange={media.onChange} upload={uploadDrawMedia} onBusy={onBusy} error={media.error} />
      </Card>
    </>
  )
}
