import { useMemo, useState } from "react"
import { type DrawDraft, eligibilities, methods } from "../../contract/draws/draws"
import type { FormSession } from "../../core/form/session"
import type { Key } from "../../core/text/i18n"
import { can } from "../../state/features"
import { Button } from "../../ui/controls/button"
import { Field } from "../../ui/controls/field"
import { MultiSelect } from "../../ui/controls/multi-select"
import { Tiles } from "../../ui/controls/tiles"
import { useBound, useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { NumberField } from "../../ui/forms/number-field"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { departmentChoices, departmentChoicesOf } from "../lookups/api"
import { peopleOptions, searchPeople } from "../records/search-people"
import { draftersOf } from "./api"

type Props = { form: FormSession<DrawDraft> }

const methodIcons = { random: "spark", scoreBased: "star", firstComeFirstServed: "clock" } as const

/** How the winners are found, with one plain sentence for each method. */
export const MethodField = ({ form }: Props) => {
  const t = useT()
  const { value, onChange, error } = useBound(form.bind("method")).field
  return (
    <Tiles
      legend={t("draw.method")}
      name="method"
      value={String(methods.value(methods.name(value)))}
      onChange={next => onChange(Number(next))}
      error={error}
      options={methods.names.map(name => ({
        value: String(methods.value(name)),
        icon: methodIcons[name],
        label: t(`draw.method.${name}`),
        hint: t(`draw.methodHint.${name}`),
      }))}
    />
  )
}

/** People by name; those that the record had are named once they are loaded. */
const PeopleField = ({ form, name, hint }: Props & { name: "employeeIds" | "organiserIds"; hint: Key }) => {
  const t = useT()
  const tenantId = useObservable(form.value("tenantId"))
  const { field, ...bound } = useBound(form.bind(name))
  const [first] = useState(field.value)
  const { data: known } = useQuery(peopleOptions, first, first.length > 0)
  const loadOptions = useMemo(() => searchPeople(tenantId), [tenantId])
  return (
    <Field {...bound} hint={t(hint)} error={field.error} optional>
      {aria => (
        <MultiSelect
          {...aria}
          value={field.value}
          onChange={field.onChange}
          loadOptions={loadOptions}
          known={known}
          placeholder={t("draw.peopleSearch")}
        />
      )}
    </Field>
  )
}

const DepartmentField = ({ form }: Props) => {
  const t = useT()
  const tenantId = useObservable(form.value("tenantId"))
  const choices = useMemo(() => (tenantId ? departmentChoicesOf(tenantId) : departmentChoices), [tenantId])
  return <ChoiceField {...form.bind("departmentId")} placeholder={t("draw.departmentSearch")} {...choices} optional />
}

/** Adds who created the draw and who approved a change of it, as far as they are not named. */
const SuggestedOrganisers = ({ form }: Props) => {
  const t = useT()
  const { id = "" } = useScreenContext()
  // The people of the platform are in no company.
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const { value, onChange } = useBound(form.bind("organiserIds")).field
  const { data: ids = [] } = useQuery(draftersOf, id, id !== "" && can("audit") && !isPlatform)
  const missing = ids.filter(id => !value.includes(id))
  const { data: people = [] } = useQuery(peopleOptions, missing, missing.length > 0)
  if (!people.length) return null
  return (
    <p className="row row-wrap small">
      {t("draw.organisersSuggested", { names: people.map(({ label }) => label).join(", ") })}
      <Button size="sm" tone="ghost" icon="plus" onClick={() => onChange([...value, ...people.map(({ value }) => value)])}>
        {t("draw.organisersAdd")}
      </Button>
    </p>
  )
}

const icons = { all: "users", specific: "target", new: "plus", senior: "trophy" } as const

/** Who takes part, and the values of the chosen rule. @param shown extensions that are shown */
export const EligibilityFields = ({ form, shown }: Props & { shown: readonly string[] }) => {
  const t = useT()
  const { value, onChange, error } = useBound(form.bind("eligibility")).field
  const name = eligibilities.name(value)
  return (
    <>
      <Tiles
        legend={t("draw.eligibility")}
        name="eligibility"
        value={String(eligibilities.value(name))}
        onChange={next => onChange(Number(next))}
        error={error}
        options={eligibilities.names.map(rule => ({
          value: String(eligibilities.value(rule)),
          icon: icons[rule],
          label: t(`draw.eligibility.${rule}`),
          hint: t(`draw.eligibilityHint.${rule}`),
        }))}
      />
      {name === "specific" && (
        <div className="stack">
          <DepartmentField form={form} />
          <PeopleField form={form} name="employeeIds" hint="draw.peopleHint" />
        </div>
      )}
      {name === "new" && shown.includes("newDays") && (
        <NumberField {...form.bind("newDays")} hint={t("draw.newDaysHint")} affix={t("draw.daysUnit")} required />
      )}
      {name === "senior" && shown.includes("seniorYears") && (
        <NumberField {...form.bind("seniorYears")} hint={t("draw.seniorYearsHint")} affix={t("draw.yearsUnit")} required />
      )}
      {shown.includes("excludeLastDraws") && (
        <NumberField {...form.bind("excludeLastDraws")} hint={t("draw.excludeHint")} affix={t("draw.drawsUnit")} />
      )}
      {shown.includes("organiserIds") && (
        <>
          <PeopleField form={form} name="organiserIds" hint="draw.organisersHint" />
          <SuggestedOrganisers form={form} />
        </>
      )}
    </>
  )
}
