import { useState } from "react"
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
import { currentDay } from "../../../../state/current-day"
import { Card } from "../../../../ui/display/card"
import { DayField } from "../../../../ui/forms/date-fields"
import { TextField } from "../../../../ui/forms/text-field"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import type { FieldsProps } from "../../../../ui/pages/form/form-screen"
import type { GeneratedPlan } from "../analysis-screen"
import { asList } from "../compare-list"
import { EntryForm, type EntryFormSpec } from "../entry-form"
import { Notice } from "../notice"
import { useSurvey } from "../survey-context"
import type { Entries } from "../use-entries"
import { TasksField, taskList } from "./tasks-field"

const draftOf = ({ title, dueDate, owner, tasks }: PlanDraft): PlanDraft => ({ title, dueDate, owner, tasks })

/** Returns a plan as it is saved: without blank tasks, with the progress and the status of the others. */
const completed = (plan: ActionPlan): ActionPlan => {
  const tasks = plan.tasks.map(task => ({ ...task, name: task.name.trim() })).filter(({ name }) => name)
  const status = planStatusOf({ tasks, dueDate: "" }, "")
  return { ...plan, title: plan.title.trim(), owner: plan.owner.trim(), tasks, progress: progressOf(tasks), status }
}

const Fields = ({ form }: FieldsProps<PlanDraft>) => {
  const t = useT()
  return (
    <Card title={t("analysis.plan")}>
      <TextField {...form.bind("title")} />
      <div className="grid-2">
        <DayField {...form.bind("dueDate")} />
        <TextField {...form.bind("owner")} optional />
      </div>
      <TasksField form={form} />
    </Card>
  )
}

const AsDay = ({ value }: { value: string }) => {
  const format = useFormat()
  return isDay(value) ? format.date(value) : value
}

const spec: EntryFormSpec<PlanDraft> = {
  tag: "actionPlans",
  labels: {
    title: "analysis.planTitle",
    dueDate: "analysis.due",
    owner: "analysis.owner",
    tasks: "analysis.tasks",
  },
  fields: planFields,
  rules: planRules,
  lists: { tasks: taskList },
  compare: {
    dueDate: AsDay,
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
      entryOf={(draft, before) => completed({ ...before, ...draft })}
      blank={draftOf(blank)}
      isGenerated={!stored && recommendation !== undefined}
      above={generated && <Notice made={generated} />}
      record={`${survey.id}:${stored?.id ?? "new"}`}
      title={t(stored ? "analysis.planEdit" : "analysis.planNew")}
      back={back}
      done="analysis.planSaved"
      failure="analysis.planSaveFailed"
    >
      {form => <Fields form={form} />}
    </EntryForm>
  )
}
