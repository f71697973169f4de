import { useMemo } from "react"
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
} from "../../contract/draws"
import { required, validate } from "../../core/rules"
import { publishing } from "../../ui/forms/publishing"
import { ShiftDatesNotice } from "../../ui/forms/shift-dates-notice"
import type { Form } from "../../ui/forms/use-form"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useDebounced } from "../../ui/hooks/use-debounced"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { lastChangeOf } from "../audit/api"
import { addDraw, type FunnelRules, getDraw, updateDraw } from "./api"
import { Fields } from "./fields"
import { compare } from "./history"
import { FunnelCard } from "./participants/funnel"
import { draws } from "./resource"

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
    prizes: [required("draw.prizesRequired"), draft => Object.values(prizeErrors(draft))[0]],
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

export const Add = () => {
  const spec = useCurrentUser()?.role === "Administrator" ? platformForm : form
  return <CreatePage {...spec} blank={blank} read={getDraw} CopyNotice={CopyNotice} save={addDraw} />
}

export const Edit = () => <EditPage {...form} read={getDraw} recordOf={drawOf} save={updateDraw} />
