import { useState } from "react"
import { maxTasks, type PlanDraft, type PlanTask } from "../../../../contract/surveys/action-plans"
import { text } from "../../../../core/fields"
import type { EntryPart } from "../../../../core/form/parts"
import type { FormSession } from "../../../../core/form/session"
import type { ListSpec } from "../../../../core/form/spec"
import { randomId } from "../../../../core/hashing/random-id"
import { Button, IconButton } from "../../../../ui/controls/button"
import { FieldError } from "../../../../ui/controls/field"
import { MoveButtons } from "../../../../ui/controls/move-buttons"
import { Icon } from "../../../../ui/display/icons/icon"
import { useObservable } from "../../../../ui/forms/bound"
import { messageText } from "../../../../ui/forms/message-text"
import { useDragOrder } from "../../../../ui/hooks/use-drag-order"
import { useListEditor } from "../../../../ui/hooks/use-list-editor"
import { useT } from "../../../../ui/hooks/use-t"
import { EntryText } from "../entry-text"
import { UndoLine } from "../undo-line"

/** The tasks of a plan as a list of its form. */
export const taskList: ListSpec<PlanTask> = {
  label: "analysis.taskName",
  labels: { name: "analysis.taskName" },
  fields: { name: text(200) },
}

type TaskProps = {
  part: EntryPart<PlanTask>
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onPointerDown: ReturnType<typeof useDragOrder>["onPointerDown"]
}

const Task = ({ part, onMove, onRemove, onPointerDown }: TaskProps) => {
  const t = useT()
  const { index, count } = useObservable(part.place)
  const { name, completed } = useObservable(part.entry)
  const number = index + 1
  return (
    <div className="task-row" data-entry>
      <span className="grip" onPointerDown={onPointerDown}>
        <Icon name="grip" />
      </span>
      <label className="checkbox">
        <input
          type="checkbox"
          aria-label={t("analysis.taskDone", { number })}
          checked={completed}
          onChange={event => part.change({ completed: event.target.checked })}
        />
      </label>
      <EntryText {...part.bind("name")} name={t("analysis.taskName", { number })} />
      <span className="row">
        <MoveButtons
          index={index}
          count={count}
          up={t("analysis.taskUp", { number })}
          down={t("analysis.taskDown", { number })}
          onMove={to => onMove(index, to)}
        />
        <IconButton
          icon="trash"
          label={t("ui.removeEntry", { name: name || t("analysis.taskName", { number }) })}
          onClick={onRemove}
        />
      </span>
    </div>
  )
}

/** The tasks of a plan: completed, renamed, ordered by drag or by buttons, added, and removed with undo. */
export const TasksField = ({ form }: { form: FormSession<PlanDraft> }) => {
  const t = useT()
  const list = form.list("tasks")
  const { keys, error } = useObservable(list)
  const editor = useListEditor<string, HTMLDivElement>(keys, list.arrange)
  const [removed, setRemoved] = useState<{ key: string; name: string; index: number; undo: () => void }>()
  const move = (from: number, to: number) => editor.move(from, to, t("analysis.taskMoved", { from: from + 1, to: to + 1 }))
  const drag = useDragOrder(editor.root, move)

  return (
    <fieldset
      className="field"
      id="tasks"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? "tasks-note" : undefined}
    >
      <legend className="label">{t(form.spec.labels.tasks)}</legend>
      <div className="option-lines drag-list" ref={editor.root}>
        {keys.map((key, index) => {
          const part = form.part("tasks", key)
          return (
            <Task
              key={key}
              part={part}
              onMove={move}
              onRemove={() => setRemoved({ key, name: part.get().name, index, undo: part.remove() })}
              onPointerDown={drag.onPointerDown}
            />
          )
        })}
      </div>
      {removed && (
        <UndoLine
          key={removed.key}
          name={removed.name || t("analysis.task")}
          onUndo={() => {
            editor.expect(removed.index)
            removed.undo()
            setRemoved(undefined)
          }}
        />
      )}
      <FieldError id="tasks-note" error={error && messageText(error, t)} />
      <div>
        <Button
          size="sm"
          icon="plus"
          disabled={keys.length >= maxTasks}
          onClick={() => {
            editor.expect(keys.length)
            list.add({ id: randomId(2), name: "", completed: false })
          }}
        >
          {t("analysis.taskAdd")}
        </Button>
      </div>
      <p className="sr-only" role="status">
        {editor.liveText}
      </p>
    </fieldset>
  )
}
