import { useMemo, useState } from "react"
import { useSearch } from "wouter"
import {
  blank,
  type Draw,
  type DrawDraft,
  draftOf,
  drawOf,
  eligibilities,
  prizeErrors,
  rules,
  statuses,
} from "../../contract/draws/draws"
import { required, validate } from "../../core/rules"
import { can } from "../../state/features"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { ChoiceField } from "../../ui/forms/choice-field"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { HolidayMenu } from "../../ui/forms/holiday-menu"
import { MediaField } from "../../ui/forms/media-field"
import { publishing } from "../../ui/forms/publishing"
import { ShiftDatesNotice } from "../../ui/forms/shift-dates-notice"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useDebounced } from "../../ui/hooks/use-debounced"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps, FormSpec } from "../../ui/pages/form/form-frame"
import { lastChangeOf } from "../audit/api"
import { addDraw, type FunnelRules, getDraw, holderOptions, updateDraw, uploadDrawMedia } from "./api"
import { EligibilityFields, MethodField } from "./eligibility-fields"
import { compare } from "./history"
import { FunnelCard } from "./participants/funnel"
import { PrizesField } from "./prizes-field"
import { draws, extensions } from "./resource"

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

const Fields = ({ form, onBusy }: FieldsProps<DrawDraft>) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const media = form.field("media")
  const [shown] = useState(() => extensions.filter(name => can("records.members") || form.draft[name] !== blank[name]))
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
        <HolidayMenu form={form} />
      </Card>
      <Card title={t("draw.media")}>
        <MediaField value={media.value} onChange={media.onChange} upload={uploadDrawMedia} onBusy={onBusy} error={media.error} />
      </Card>
    </>
  )
}

const debounceMs = 400

const thresholds = ["newDays", "seniorYears", "excludeLastDraws", "departmentId"] as const

/** Returns what the figures depend on; undefined while it is incomplete or wrong. */
const funnelRules = (draft: DrawDraft, id: string, isPlatform: boolean): FunnelRules | undefined => {
  const errors = validate(rules, draft)
  if ((isPlatform && !draft.tenantId) || thresholds.some(name => errors[name])) return undefined
  const { tenantId, method, eligibility, departmentId, employeeIds, newDays, seniorYears, excludeLastDraws } = draft
  const isSpecific = eligibilities.name(eligibility) === "specific"
  return {
    id,
    tenantId,
    method,
    eligibility,
    departmentId: isSpecific ? departmentId : "",
    employeeIds: isSpecific ? employeeIds : [],
    newDays,
    seniorYears,
    excludeLastDraws,
    endDate: errors.endDate ? "" : draft.endDate,
    prizes: draft.prizes.flatMap(({ quantity }) => (quantity >= 1 ? [{ quantity: Math.floor(quantity) }] : [])),
  }
}

/** The eligibility of the draft in figures, after a pause in typing. */
const FunnelAside = ({ draft }: { draft: DrawDraft }) => {
  const { id = "" } = useScreenContext()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const text = JSON.stringify(funnelRules(draft, id, isPlatform))
  const settled = useDebounced(text, debounceMs)
  const shown = useMemo(() => settled && (JSON.parse(settled) as FunnelRules), [settled])
  return <FunnelCard rules={shown || undefined} method={draft.method} />
}

const form: FormSpec<Draw, DrawDraft> = {
  resource: draws,
  rules: {
    ...rules,
    prizes: [required("draw.prizesRequired"), (draft, _, stored = []) => Object.values(prizeErrors(draft, stored[0]))[0]],
  },
  draftOf,
  Fields,
  Aside: FunnelAside,
  lastChangeOf: lastChangeOf("draw"),
  compare,
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("open") }),
}

/** The platform chooses the company of a new draw. */
const platformForm: typeof form = { ...form, rules: { ...form.rules, tenantId: required("draw.companyRequired") } }

const CopyNotice = ({ form }: { form: Form<DrawDraft> }) => (
  <ShiftDatesNotice form={form} names={["startDate", "endDate", "drawDate"]} />
)

/** A copy names the draw that it copies, in its proof as well. */
export const Add = () => {
  const spec = useCurrentUser()?.role === "Administrator" ? platformForm : form
  const copyOf = new URLSearchParams(useSearch()).get("from")
  const save: typeof addDraw = (draft, options) => addDraw({ ...draft, ...(copyOf && can("draws.copy") && { copyOf }) }, options)
  return <CreatePage {...spec} blank={blank} read={getDraw} CopyNotice={CopyNotice} save={save} />
}

export const Edit = () => <EditPage {...form} read={getDraw} recordOf={drawOf} save={updateDraw} />
