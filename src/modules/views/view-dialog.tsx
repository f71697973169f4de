import { maxViewName } from "../../contract/views"
import type { CreateOptions } from "../../core/http/calls"
import { Switch } from "../../ui/controls/switch"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { rules, type ViewDraft } from "./api"

const labels = { name: "view.name", isShared: "view.isShared" } as const

type DialogProps = {
  title: string
  initial: ViewDraft
  isLocal: boolean
  save: (draft: ViewDraft, options: CreateOptions) => Promise<unknown>
  onClose: () => void
}

/** Name and sharing of a saved view. */
export const ViewDialog = ({ title, initial, isLocal, save, onClose }: DialogProps) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (
    <DialogForm
      title={title}
      text={t(isLocal ? "view.localText" : "view.text")}
      initial={initial}
      labels={labels}
      rules={rules}
      failure="view.failed"
      submit={t("ui.save")}
      save={save}
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          <TextField {...bind("name")} max={maxViewName} required />
          {!isLocal && (
            <Switch
              label={t("view.isShared")}
              hint={t(isPlatform ? "view.isSharedHintPlatform" : "view.isSharedHint")}
              value={bind("isShared").field.value}
              onChange={bind("isShared").field.onChange}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}
