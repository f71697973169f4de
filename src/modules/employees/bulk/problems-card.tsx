import { roles } from "../../../contract/employees"
import { activeStatuses } from "../../../core/codes"
import type { Translate } from "../../../core/text/i18n"
import { confirmation } from "../../../state/instances"
import { notifyFailure } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { Combobox } from "../../../ui/controls/combobox"
import { Select } from "../../../ui/controls/select"
import { activeStatusLook } from "../../../ui/display/active-status"
import { codeText } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { type Column, Table } from "../../../ui/lists/table"
import { departmentChoices } from "../../lookups/api"
import { roleLook } from "../resource"
import { existing, type Group, unlikelyHires } from "./groups"
import { type Choices, choiceKey, dayOrderKey, leaveEmpty, skipRows } from "./rows"

const createNew = "create"

type Shown = Group & {
  /** What was chosen; "" for nothing yet. */
  value: string
  canUpdate: boolean
  onChoose: (value: string) => void
}

/** Creates departments, after a question with their names. */
const createDepartments = async (names: readonly string[], t: Translate) => {
  const isConfirmed = await confirmation.ask({
    title: t("bulk.createDepartmentsTitle", { count: names.length }),
    text: t("bulk.createDepartmentsText", { names: names.map(name => `“${name}”`).join(", ") }),
    confirmLabel: t("ui.create"),
  })
  if (!isConfirmed) return
  for (const name of names) await departmentChoices.creator?.create(name).catch(error => notifyFailure(error, "error.generic"))
}

/** What is done with all rows of a group. */
const Choice = ({ id, text, choice, value, canUpdate, onChoose }: Shown) => {
  const t = useT()
  const { data = [] } = useQuery(departmentChoices.options, undefined)
  const skip = { value: skipRows, label: t("bulk.skipRows") }
  const nothing = { value: "", label: t("bulk.choose") }
  const props = { "aria-label": text, value, onChange: onChoose }
  if (id === existing)
    return (
      <Select
        {...props}
        options={[
          { value: "", label: t("bulk.leaveExisting") },
          ...(canUpdate ? [{ value: "update", label: t("bulk.updateExisting") }] : []),
        ]}
      />
    )
  if (id === dayOrderKey)
    return (
      <Select
        {...props}
        options={[
          { value: "", label: t("bulk.dayFirst") },
          { value: "monthFirst", label: t("bulk.monthFirst") },
        ]}
      />
    )
  if (choice?.field === "departmentId")
    return (
      <Combobox
        {...props}
        onChange={chosen => (chosen === createNew ? createDepartments([choice.text], t) : onChoose(chosen))}
        placeholder={t("bulk.choose")}
        options={[
          { value: createNew, label: t("bulk.createDepartment") },
          { value: leaveEmpty, label: t("bulk.leaveOut") },
          skip,
          ...data,
        ]}
      />
    )
  if (choice?.field === "role")
    return (
      <Select
        {...props}
        options={[nothing, ...roles.names.map(name => ({ value: name, label: t(codeText(roleLook, name)) })), skip]}
      />
    )
  if (choice)
    return (
      <Select
        {...props}
        options={[
          nothing,
          ...activeStatuses.names.map(name => ({ value: name, label: t(codeText(activeStatusLook, name)) })),
          skip,
        ]}
      />
    )
  return t(unlikelyHires.includes(id) ? "bulk.hiredLaterText" : "bulk.correctRows")
}

const columns = (onShow: (id: string) => void): Column<Shown>[] => [
  {
    key: "problem",
    label: "bulk.problem",
    isMain: true,
    text: ({ text }) => text,
    cell: ({ id, count, text }, { t, format }) => (
      <div>
        <b>{text}</b>
        <small className="subtle">
          <button type="button" className="link" onClick={() => onShow(id)}>
            {t("bulk.showRows", { count, rows: format.number(count) })}
          </button>
        </small>
      </div>
    ),
  },
  { key: "choice", label: "bulk.choice", size: "lg", rank: 0, text: () => "", cell: row => <Choice {...row} /> },
]

/** The problems of all rows, each once, with one choice for all rows that have it. */
export const ProblemsCard = (props: {
  groups: readonly Group[]
  choices: Choices
  isUpdating: boolean
  /** Whether the server names the people whom the company has. */
  canUpdate: boolean
  onChoose: (key: string, value: string) => void
  onUpdate: (isUpdating: boolean) => void
  onShow: (id: string) => void
}) => {
  const t = useT()
  const { groups, choices, isUpdating, canUpdate, onChoose, onUpdate, onShow } = props
  const unknown = groups.flatMap(({ choice }) =>
    choice?.field === "departmentId" && !choices.has(choiceKey(choice.field, choice.text)) ? [choice.text] : [],
  )
  if (!groups.length) return null
  return (
    <Card
      title={t("bulk.problems")}
      note={
        unknown.length > 1 && (
          <Button size="sm" icon="plus" onClick={() => createDepartments(unknown, t)}>
            {t("bulk.createDepartments", { count: unknown.length })}
          </Button>
        )
      }
    >
      <Table
        caption={t("bulk.problems")}
        columns={columns(onShow)}
        rows={groups.map(
          (group): Shown => ({
            ...group,
            canUpdate,
            value: group.id === existing ? (isUpdating ? "update" : "") : (choices.get(group.id) ?? ""),
            onChoose: value => (group.id === existing ? onUpdate(value === "update") : onChoose(group.id, value)),
          }),
        )}
        rowLabel={({ text }) => text}
        isLoading={false}
        skeletonRows={0}
        rowMenu={() => undefined}
      />
    </Card>
  )
}
