import type { ReactNode } from "react"
import type { RecordModule } from "../../contract/modules"
import type { Code } from "../../core/codes"
import type { Bound } from "../../core/form/parts"
import type { FormSession } from "../../core/form/session"
import type { Labels, Limits } from "../../core/form/spec"
import { type Rules, when } from "../../core/rules"
import { useObservable } from "../../ui/forms/bound"
import { DialogForm } from "../../ui/forms/dialog-form"
import { SelectField } from "../../ui/forms/select-field"
import type { Owned } from "../../ui/hooks/screen-context"
import { useT } from "../../ui/hooks/use-t"
import type { BulkEditor, LotAction } from "../../ui/lists/bulk-action"
import { useApprovalRules } from "../../ui/pages/approval/approval"
import type { ResourceBase } from "../../ui/pages/resource"
import { editRecords } from "../bulk-edit/api"
import { runLots } from "./run-lots"

/** One member set on the selected records of a list (docs/console.md#bulk-actions, docs/contract.md#bulk-edit). */

type Row = Owned & { id: string; status?: Code }
/** The new values; of these, the one of `member` is set. */
type Draft<D> = D & { member: keyof D & string }

/**
 * Asks for a member and its new value.
 * @param blank the members that can be set, without a value; @param labels, fields, rules those of the kind
 * @param bodyOf the value on the wire, where it is not that of the draft
 * @param children the field of a member
 */
export const BulkEditDialog = <R extends Row, D extends object>(
  props: Parameters<BulkEditor<R>>[0] & {
    module: RecordModule
    resource: Pick<ResourceBase<R>, "tag" | "approval">
    blank: D
    labels: Labels<D>
    fields?: Limits<D>
    rules: Rules<D>
    bodyOf?: (draft: D) => object
    children: (form: FormSession<Draft<D>>, member: keyof D & string) => ReactNode
  },
) => {
  const t = useT()
  const { rows, module, blank, labels, bodyOf = draft => draft } = props
  const { withSends } = useApprovalRules(props.resource)
  const members = Object.keys(blank) as (keyof D & string)[]
  const isChosen = (name: string) => (draft: D) => (draft as Draft<D>).member === name
  const rules: object = Object.fromEntries(
    members.map(name => [name, [props.rules[name] ?? []].flat().map(rule => when(isChosen(name), rule))]),
  )
  const choose = async (draft: Draft<D>) => {
    const { [draft.member]: value } = bodyOf(draft) as Record<string, unknown>
    const edit = editRecords(module)
    const action: LotAction<R> = {
      label: "ui.edit",
      icon: "edit",
      runAll: runLots((ids, note) => edit({ ids, body: { [draft.member]: value }, note })),
      done: "bulkEdit.done",
      unchanged: "bulkEdit.unchanged",
    }
    props.onChoose(withSends<R, LotAction<R>>(action))
  }
  return (
    <DialogForm<Draft<D>>
      title={t("ui.bulkTitle", { action: t("ui.edit"), count: rows.length })}
      text={t("bulkEdit.text")}
      initial={{ ...blank, member: members[0] } as Draft<D>}
      labels={{ ...labels, member: "bulkEdit.member" } as unknown as Labels<Draft<D>>}
      fields={props.fields as Limits<Draft<D>>}
      rules={rules as Rules<Draft<D>>}
      failure="error.generic"
      submit={t("ui.apply")}
      save={choose}
      onClose={props.onClose}
    >
      {form => <EditedMember form={form} labels={labels} members={members} field={props.children} />}
    </DialogForm>
  )
}

const EditedMember = <D extends object>(props: {
  form: FormSession<Draft<D>>
  labels: Labels<D>
  members: (keyof D & string)[]
  field: (form: FormSession<Draft<D>>, member: keyof D & string) => ReactNode
}) => {
  const t = useT()
  const { form, labels, members, field } = props
  const member = useObservable(form.value("member"))
  return (
    <>
      {members.length > 1 && (
        <SelectField
          {...(form.bind("member") as object as Bound<string>)}
          options={members.map(name => ({ value: name, label: t(labels[name]) }))}
        />
      )}
      {field(form, member)}
    </>
  )
}
