import { useState } from "react"
import { maxTasks, type PlanTask } from "../../../../contract/surveys/action-plans"
import { randomId } from "../../../../core/hashing/random-id"
import { Button, IconButton } from "../../../../ui/controls/button"
import { FieldError } from "../../../../ui/controls/field"
import { MoveButtons } from "../../../../ui/controls/move-buttons"
import { TextInput } from "../../../../ui/controls/text-input"
import { Icon } from "../../../../ui/display/icons/icon"
import type { BoundField } from "../../../../ui/forms/use-form"
import { useDragOrder } from "../../../../ui/hooks/use-drag-order"
import { useListEditor } from "../../../../ui/hooks/use-list-editor"
import { useT } from "../../../../ui/hooks/use-t"
import { UndoLine } from "../undo-line"

const maxNameLength = 200

/** The tasks of a plan: completed, renamed, ordered by drag or by buttons, added, and removed with undo. */
export const TasksField = ({ id, label, field: { value: tasks, error, onChange } }: BoundField<PlanTask[]>) => {
  const t = useT()
  const editor = useListEditor<PlanTask, HTMLDivElement>(tasks, onChange)
  const [removed, setRemoved] = useState<{ task: PlanTask; index: number }>()
  const move = (from: number, to: number) => editor.move(from, to, t("analysis.taskMoved", { from: from + 1, to: to + 1 }))
  const drag = useDragOrder(editor.root, move)

  return (
    <fieldset
      className="field"
      id={id}
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
    >
      <legend className="label">{label}</legend>
      <div className="question-editor">
        <div className="option-lines drag-list" ref={editor.root}>
          {tasks.map((task, index) => {
            const number = index + 1
            const change = (patch: Partial<PlanTask>) => onChange(tasks.with(index, { ...task, ...patch }))
            return (
              <div key={task.id} className="task-row" data-entry>
                <span className="grip" onPointerDown={drag.onPointerDown}>
                  <Icon name="grip" />
                </span>
                <label className="checkbox">
                  <input
                    type="checkbox"
                    aria-label={t("analysis.taskDone", { number })}
                    checked={task.completed}
                    onChange={event => change({ completed: event.target.checked })}
                  />
                </label>
                <TextInput
                  id={`task-${task.id}`}
                  aria-label={t("analysis.taskName", { number })}
                  maxLength={maxNameLength}
                  value={task.name}
                  onChange={name => change({ name })}
                />
                <span className="row">
                  <MoveButtons
                    index={index}
                    count={tasks.length}
                    up={t("analysis.taskUp", { number })}
                    down={t("analysis.taskDown", { number })}
                    onMove={to => move(index, to)}
                  />
                  <IconButton
                    icon="trash"
                    label={t("ui.removeEntry", { name: task.name || t("analysis.taskName", { number }) })}
                    onClick={() => {
                      onChange(tasks.toSpliced(index, 1))
                      setRemoved({ task, index })
                    }}
                  />
                </span>
              </div>
            )
          })}
        </div>
      </div>
      {removed && (
        <UndoLine
          key={removed.task.id}
          name={removed.task.name || t("analysis.task")}
          onUndo={() => {
            editor.replace(tasks.toSpliced(removed.index, 0, removed.task), removed.index)
            setRemoved(undefined)
          }}
        />
      )}
      <FieldError id={`${id}-note`} error={error} />
      <div>
        <Button
          size="sm"
          icon="plus"
          disabled={tasks.length >= maxTasks}
          onClick={() => editor.add({ id: randomId(2), name: "", completed: false })}
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
