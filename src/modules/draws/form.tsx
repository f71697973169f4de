import { useMemo, useState } from "react"
import { useSearch } from "wouter"
import {
  blank,
  type Draw,
  type DrawDraft,
  draftOf,
  drawOf,
  eligibilities,
  fields,
  rules,
  statuses,
} from "../../contract/draws/draws"
import { required, validate } from "../../core/rules"
import { can } from "../../state/features"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { ChoiceField } from "../../ui/forms/choice-field"
import { DateTimeField } from "../../ui/forms/date-fields"
import { HolidayMenu } from "../../ui/forms/holiday-menu"
import { MediaField } from "../../ui/forms/media-field"
import { publishing } from "../../ui/forms/publishing"
import { ShiftDatesNotice } from "../../ui/forms/shift-dates-notice"
import { TextField } from "../../ui/forms/text-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useDebounced } from "../../ui/hooks/use-debounced"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import type { RecordForm } from "../../ui/pages/form/record-form"
import { lastChangeOf } from "../audit/api"
import { addDraw, type FunnelRules, getDraw, holderOptions, updateDraw, uploadDrawMedia } from "./api"
import { EligibilityFields, MethodField } from "./eligibility-fields"
import { compare } from "./history"
import { FunnelCard } from "./participants/funnel"
import { PrizesField, prizes } from "./prizes-field"
import { draws, extensions } from "./resource"

/** The company of a draw: chosen by the platform for a new one, fixed from then on. */
const CompanyField = ({ form }: FieldsProps<DrawDraft>) => {
  const t = useT()
  const isStored = useScreenContext().id !== undefined
  const nameOf = useOptionLabels(holderOptions, isStored)
  if (isStored) return <Facts items={[[t(draws.labels.tenantId), nameOf(form.get().tenantId)]]} />
  return (
    <ChoiceField
      {...form.bind("tenantId")}
      hint={t("draw.companyHint")}
      placeholder={t("draw.companySearch")}
      options={holderOptions}
      required
    />
  )
}

const Fields = ({ form }: FieldsProps<DrawDraft>) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const [shown] = useState(() =>
    extensions.filter(name => can("records.members") || String(form.get()[name]) !== String(blank[name])),
  )
  return (
    <>
      <Card title={t("draw.basics")}>
        {isPlatform && <CompanyField form={form} />}
        <TextField {...form.bind("title")} />
        <TextField {...form.bind("description")} hint={t("draw.descriptionHint")} rows={4} />
        {shown.includes("terms") && <TextField {...form.bind("terms")} hint={t("draw.termsHint")} rows={4} optional />}
      </Card>
      <Card title={t("draw.method")}>
        <MethodField form={form} />
      </Card>
      <Card title={t("draw.prizes")}>
        <PrizesField form={form} />
      </Card>
      <Card title={t("draw.eligibility")}>
        <EligibilityFields form={form} shown={shown} />
      </Card>
      <Card title={t("draw.dates")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("startDate")} hint={t("draw.startHint")} />
          <DateTimeField {...form.bind("endDate")} hint={t("draw.endHint")} defaultTime="23:59" />
          <DateTimeField {...form.bind("drawDate")} hint={t("draw.drawDateHint")} />
        </div>
        <HolidayMenu form={form} />
      </Card>
      <Card title={t("draw.media")}>
        <MediaField {...form.bind("media")} upload={uploadDrawMedia} />
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
  const { tenantId, method, eligibility, departmentId, employeeIds, newDays, seniorYears, excludeLastDraws, organiserIds } = draft
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
    organiserIds,
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

const form: RecordForm<Draw, DrawDraft> = {
  resource: draws,
  fields,
  rules: { ...rules, prizes: required("draw.prizesRequired") },
  lists: { prizes },
  dependents: { tenantId: { departmentId: "", employeeIds: [], organiserIds: [] } },
  draftOf,
  Fields,
  Aside: FunnelAside,
  lastChangeOf: lastChangeOf("draw"),
  compare,
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("open") }),
}

/** The platform chooses the company of a new draw. */
const platformForm: typeof form = { ...form, rules: { ...form.rules, tenantId: required("draw.companyRequired") } }

const CopyNotice = ({ form }: FieldsProps<DrawDraft>) => (
  <ShiftDatesNotice form={form} names={["startDate", "endDate", "drawDate"]} />
)

/** A copy names the draw that it copies, in its proof as well. */
export const Add = () => {
  const user = useCurrentUser()
  const isPlatform = user?.role === "Administrator"
  const spec = isPlatform ? platformForm : form
  const organiserIds = user && !isPlatform && can("records.members") ? [user.userId] : []
  const copyOf = new URLSearchParams(useSearch()).get("from")
  const save: typeof addDraw = (draft, options) => addDraw({ ...draft, ...(copyOf && can("draws.copy") && { copyOf }) }, options)
  return <CreatePage {...spec} blank={{ ...blank, organiserIds }} read={getDraw} CopyNotice={CopyNotice} save={save} />
}

export const Edit = () => <EditPage {...form} read={getDraw} recordOf={drawOf} save={updateDraw} />
