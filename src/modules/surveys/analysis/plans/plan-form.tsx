import { useMemo, useState } from "react"
import {
  type ActionPlan,
  blankPlan,
  type PlanDraft,
  type PlanTask,
  planFields,
  planRules,
  planStatusOf,
  progressOf,
} from "../../../../contract/surveys/action-plans"
import type { Recommendation } from "../../../../contract/surveys/recommendations"
import { isDay } from "../../../../core/dates/dates"
import { randomId } from "../../../../core/hashing/random-id"
import { dash } from "../../../../core/text/format"
import { currentDay } from "../../../../state/current-day"
import { Card } from "../../../../ui/display/card"
import { untranslated } from "../../../../ui/display/untranslated"
import { useObservable } from "../../../../ui/forms/bound"
import { DayField } from "../../../../ui/forms/date-fields"
import { TextField } from "../../../../ui/forms/text-field"
import { useCan } from "../../../../ui/hooks/use-can"
import { useCurrentUser } from "../../../../ui/hooks/use-current-user"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useQuery } from "../../../../ui/hooks/use-query"
import { useT } from "../../../../ui/hooks/use-t"
import type { FieldsProps } from "../../../../ui/pages/form/form-screen"
import { PersonField } from "../../../records/person-field"
import { peopleOptions, searchPeople } from "../../../records/search-people"
import type { GeneratedPlan } from "../analysis-screen"
import { asList } from "../compare-list"
import { EntryForm, type EntryFormSpec } from "../entry-form"
import { Notice } from "../notice"
import { useSurvey } from "../survey-context"
import type { Entries } from "../use-entries"
import { TasksField, taskList } from "./tasks-field"

const draftOf = ({ title, dueDate, ownerId, owner, tasks }: ActionPlan): PlanDraft => ({
  title,
  dueDate,
  ownerId: ownerId ?? "",
  owner: ownerId ? "" : owner,
  tasks,
})

/** Returns a plan as it is saved: without blank tasks, with the progress and the status of the others. */
const completed = (plan: ActionPlan): ActionPlan => {
  const tasks = plan.tasks.map(task => ({ ...task, name: task.name.trim() })).filter(({ name }) => name)
  const status = planStatusOf({ tasks, dueDate: "" }, "")
  return { ...plan, title: plan.title.trim(), owner: plan.owner.trim(), tasks, progress: progressOf(tasks), status }
}

/** A person who is responsible, or the text of a unit or name. @param stored has the name of its person */
const OwnerFields = ({ form, stored }: FieldsProps<PlanDraft> & { stored: ActionPlan | undefined }) => {
  const t = useT()
  const { tenantId } = useSurvey()
  const user = useCurrentUser()
  const ownerId = useObservable(form.value("ownerId"))
  const hasPeople = useCan("records.members") || ownerId !== ""
  // All in reach of a company are its people and those of its subsidiaries.
  const searched = tenantId && tenantId !== user?.tenantId ? tenantId : ""
  const loadOptions = useMemo(() => searchPeople(searched), [searched])
  const isStored = ownerId === stored?.ownerId
  const { data } = useQuery(peopleOptions, [ownerId], ownerId !== "" && !isStored)
  return (
    <>
      {hasPeople && (
        <PersonField
          {...form.bind("ownerId")}
          loadOptions={loadOptions}
          known={isStored && stored ? [{ value: ownerId, label: stored.owner }] : data}
          placeholder={t("analysis.ownerSearch")}
          optional
        />
      )}
      {!ownerId && <TextField {...form.bind("owner")} hint={hasPeople ? t("analysis.ownerHint") : undefined} optional />}
    </>
  )
}

const Fields = ({ form, stored }: FieldsProps<PlanDraft> & { stored: ActionPlan | undefined }) => {
  const t = useT()
  return (
    <Card title={t("analysis.plan")}>
      <TextField {...form.bind("title")} />
      <div className="grid-2">
        <DayField {...form.bind("dueDate")} />
        <OwnerFields form={form} stored={stored} />
      </div>
      <TasksField form={form} />
    </Card>
  )
}

const AsDay = ({ value }: { value: string }) => {
  const format = useFormat()
  return isDay(value) ? format.date(value) : value
}

const AsPerson = ({ value }: { value: string }) => {
  const t = useT()
  const { data } = useQuery(peopleOptions, [value], value !== "")
  return value ? untranslated(data ? (data[0]?.label ?? t("ui.unknown")) : "…") : dash
}

const spec: EntryFormSpec<PlanDraft> = {
  tag: "actionPlans",
  labels: {
    title: "analysis.planTitle",
    dueDate: "analysis.due",
    ownerId: "analysis.ownerPerson",
    owner: "analysis.owner",
    tasks: "analysis.tasks",
  },
  fields: planFields,
  rules: planRules,
  lists: { tasks: taskList },
  dependents: { ownerId: { owner: "" } },
  compare: {
    dueDate: AsDay,
    ownerId: AsPerson,
    tasks: asList<PlanTask>(({ name, completed }) => `${completed ? "☑" : "☐"} ${name}`),
  },
  nameMember: "title",
}

/** Returns a plan with the recommendation's own steps as tasks. */
const planFrom = (plan: ActionPlan, { id, title, actionItems }: Recommendation): ActionPlan => ({
  ...plan,
  title,
  source: "recommendation",
  recommendationId: id,
  tasks: actionItems.map(name => ({ id: randomId(2), name, completed: false })),
})

/** The form of an action plan: made by the AI or from a template, from a recommendation, of a person's own, or stored. */
export const PlanForm = ({
  list,
  stored,
  recommendation,
  generated,
  back,
}: {
  list: Entries<ActionPlan>
  stored?: ActionPlan
  recommendation?: Recommendation
  generated?: GeneratedPlan
  back: { label: string; href: string }
}) => {
  const t = useT()
  const survey = useSurvey()
  const [blank] = useState<ActionPlan>(() => ({
    ...blankPlan(t("analysis.hr"), currentDay()),
    createdDate: new Date().toISOString(),
  }))
  const [added] = useState<ActionPlan>(() => {
    if (generated) return { ...generated.plan, createdDate: generated.plan.createdDate ?? blank.createdDate }
    const plan = { ...blank, id: randomId() }
    return recommendation ? planFrom(plan, recommendation) : { ...plan, tasks: [{ id: randomId(2), name: "", completed: false }] }
  })
  return (
    <EntryForm<ActionPlan, PlanDraft>
      spec={spec}
      list={list}
      stored={stored}
      entry={stored ?? added}
      draftOf={draftOf}
      entryOf={(draft, before) => completed({ ...before, ...draft, ownerId: draft.ownerId || null })}
      blank={draftOf(blank)}
      isGenerated={!stored && recommendation !== undefined}
      above={generated && <Notice made={generated} />}
      record={`${survey.id}:${stored?.id ?? "new"}`}
      title={t(stored ? "analysis.planEdit" : "analysis.planNew")}
      back={back}
      done="analysis.planSaved"
      failure="analysis.planSaveFailed"
    >
      {form => <Fields form={form} stored={stored} />}
    </EntryForm>
  )
}
