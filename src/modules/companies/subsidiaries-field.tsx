import { memo, type ReactNode } from "react"
import { blankFields } from "../../contract/companies"
import { checkSubsidiary, type SubsidiaryFields } from "../../contract/company-drafts"
import { Button } from "../../ui/controls/button"
import { FieldError } from "../../ui/controls/field"
import { Badge } from "../../ui/display/badge"
import { messageText } from "../../ui/forms/message-text"
import type { FieldOf } from "../../ui/forms/use-form"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"
import { type Bind, FieldGroups } from "./field-groups"
import { fieldLabels } from "./resource"

/** Number of subsidiaries that a body holds (docs/contract.md#company-drafts). */
const maxSubsidiaries = 50

/** A group of fields of one subsidiary. */
const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="stack">
    <legend className="strong">{title}</legend>
    {children}
  </fieldset>
)

type Props = { field: FieldOf<SubsidiaryFields[]>; onBusy: (isBusy: boolean) => void }

/** The subsidiaries of a company in its form, with the same fields; stored ones are deleted on their own pages. */
export const SubsidiariesField = memo(({ field, onBusy }: Props) => {
  const t = useT()
  const { value: list, error, onChange, stored } = field
  const editor = useListEditor<SubsidiaryFields, HTMLDivElement>(list, onChange)
  const hasOwnErrors = list.some(subsidiary => Object.keys(checkSubsidiary(subsidiary, list, stored).errors).length > 0)

  return (
    <div className="stack-sm" id="subTenants" ref={editor.root} tabIndex={-1}>
      {list.map((subsidiary, index) => {
        const { errors, notes } = checkSubsidiary(subsidiary, list, stored)
        const before = stored?.find(({ id }) => id && id === subsidiary.id)
        const bind: Bind = name => {
          const message = error || editor.hasLeft(index, name) ? errors[name] : undefined
          return {
            id: `subsidiary-${index}-${name}`,
            label: t(fieldLabels[name]),
            field: {
              value: subsidiary[name],
              onChange: next => onChange(list.with(index, { ...subsidiary, [name]: next })),
              error: message && messageText(message, t),
              note: notes[name] && t("ui.storedInvalid"),
              stored: before?.[name],
              onLeave: () => editor.leave(index, name),
            },
          }
        }
        const isWrong = Boolean(error) && Object.keys(errors).length > 0
        const isNew = !subsidiary.id
        const isLast = index === list.length - 1
        return (
          <details
            // biome-ignore lint/suspicious/noArrayIndexKey: new subsidiaries have no identity but their position
            key={index}
            className="disclosure"
            data-entry
            open={isWrong || (isNew && isLast) || undefined}
          >
            <summary>
              <b>{subsidiary.name || t("tenant.subsidiaryOf", { number: index + 1 })}</b>
              {isNew && <Badge tone="info">{t("tenant.subsidiaryNew")}</Badge>}
              {isWrong && <Badge tone="danger">{t("tenant.subsidiaryWrong")}</Badge>}
            </summary>
            <div className="stack">
              <FieldGroups bind={bind} onBusy={onBusy} Section={Group} />
              {isNew && (
                <div>
                  <Button size="sm" tone="danger" icon="trash" onClick={() => editor.remove(index)}>
                    {t("ui.removeEntry", { name: subsidiary.name || t("tenant.subsidiaryOf", { number: index + 1 }) })}
                  </Button>
                </div>
              )}
            </div>
          </details>
        )
      })}
      <FieldError error={error && !hasOwnErrors ? error : undefined} />
      <div>
        <Button icon="plus" disabled={list.length >= maxSubsidiaries} onClick={() => editor.add({ ...blankFields, id: "" })}>
          {t("tenant.subsidiaryAdd")}
        </Button>
      </div>
    </div>
  )
})
