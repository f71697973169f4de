import { fields, rules, type ViewDraft } from "../../contract/views"
import type { Bound } from "../../core/form/parts"
import type { CreateOptions } from "../../core/http/calls"
import { Switch } from "../../ui/controls/switch"
import { useBound } from "../../ui/forms/bound"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"

const labels = { name: "view.name", isShared: "view.isShared" } as const

type DialogProps = {
  title: string
  initial: ViewDraft
  isLocal: boolean
  save: (draft: ViewDraft, options: CreateOptions) => Promise<unknown>
  onClose: () => void
}

const SharedSwitch = (bound: Bound<boolean>) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const { label, field } = useBound(bound)
  return (
    <Switch
      label={label}
      hint={t(isPlatform ? "view.isSharedHintPlatform" : "view.isSharedHint")}
      value={field.value}
      onChange={field.onChange}
    />
  )
}

/** Name and sharing of a saved view. */
export const ViewDialog = ({ title, initial, isLocal, save, onClose }: DialogProps) => {
  const t = useT()
  return (
    <DialogForm
      title={title}
      text={t(isLocal ? "view.localText" : "view.text")}
      initial={initial}
      labels={labels}
      fields={fields}
      rules={rules}
      failure="view.failed"
      submit={t("ui.save")}
      save={save}
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          <TextField {...bind("name")} />
          {!isLocal && <SharedSwitch {...bind("isShared")} />}
        </>
      )}
    </DialogForm>
  )
}
