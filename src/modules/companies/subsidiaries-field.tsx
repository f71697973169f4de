import type { ReactNode } from "react"
import { blankFields, formFields } from "../../contract/companies"
import { type CompanyDraft, checkSubsidiary, type SubsidiaryFields } from "../../contract/company-drafts"
import type { EntryPart } from "../../core/form/parts"
import type { FormSession } from "../../core/form/session"
import type { ListSpec } from "../../core/form/spec"
import { Button } from "../../ui/controls/button"
import { Badge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { useObservable } from "../../ui/forms/bound"
import { useListEditor } from "../../ui/hooks/use-list-editor"
import { useT } from "../../ui/hooks/use-t"
import { type CompanyPart, FieldGroups } from "./field-groups"
import { fieldLabels } from "./resource"

/** Number of subsidiaries that a body holds (docs/contract.md#company-drafts). */
const maxSubsidiaries = 50

/** The subsidiaries of a company as a list of its form. */
export const subsidiaries: ListSpec<SubsidiaryFields> = {
  label: "tenant.subsidiaryOf",
  labels: fieldLabels,
  fields: formFields,
  check: checkSubsidiary,
}

/** A group of fields of one subsidiary. */
const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="stack">
    <legend className="strong">{title}</legend>
    {children}
  </fieldset>
)

type Props = { form: FormSession<CompanyDraft>; part: EntryPart<SubsidiaryFields>; onRemove: (index: number) => void }

const Subsidiary = ({ form, part, onRemove }: Props) => {
  const t = useT()
  const { index, count } = useObservable(part.place)
  const name = useObservable(part.value("name")) || t("tenant.subsidiaryOf", { number: index + 1 })
  const isWrong = useObservable(form.problems).invalid.some(({ id }) => id.startsWith(`subTenants-${part.key}-`))
  const isNew = !part.get().id
  return (
    <details className="disclosure" data-entry open={isWrong || (isNew && index === count - 1) || undefined}>
      <summary>
        <b>{name}</b>
        {isNew && <Badge tone="info">{t("tenant.subsidiaryNew")}</Badge>}
        {isWrong && <Badge tone="danger">{t("tenant.subsidiaryWrong")}</Badge>}
      </summary>
      <div className="stack">
        <FieldGroups part={part as unknown as CompanyPart} Section={Group} />
        {isNew && (
          <div>
            <Button size="sm" tone="danger" icon="trash" onClick={() => onRemove(index)}>
              {t("ui.removeEntry", { name })}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

/** The subsidiaries of a company in its form, with the same fields; stored ones are deleted on their own pages. */
export const SubsidiariesCard = ({ form }: { form: FormSession<CompanyDraft> }) => {
  const t = useT()
  const list = form.list("subTenants")
  const { keys } = useObservable(list)
  const editor = useListEditor<string, HTMLDivElement>(keys, list.arrange)
  return (
    <Card title={t("tenant.subTenants")} note={keys.length > 0 && keys.length}>
      <div className="stack-sm" id="subTenants" ref={editor.root} tabIndex={-1}>
        {keys.map(key => (
          <Subsidiary key={key} form={form} part={form.part("subTenants", key)} onRemove={editor.remove} />
        ))}
        <div>
          <Button
            icon="plus"
            disabled={keys.length >= maxSubsidiaries}
            onClick={() => {
              editor.expect(keys.length)
              list.add({ ...blankFields, id: "" })
            }}
          >
            {t("tenant.subsidiaryAdd")}
          </Button>
        </div>
      </div>
    </Card>
  )
}
