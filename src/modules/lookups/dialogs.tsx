import { useMemo } from "react"
import type { LookupUse } from "../../contract/categories"
import { text as textField } from "../../core/fields"
import { required } from "../../core/rules"
import { offerUndo } from "../../state/notifications"
import { ChoiceField } from "../../ui/forms/choice-field"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { type LookupKind, lookupCalls, mergeTargets, tagsOf } from "./api"
import { usesText } from "./uses"

type Props = { kind: LookupKind; row: LookupUse; onClose: () => void }

export const RenameDialog = ({ kind, row, onClose }: Props) => {
  const t = useT()
  const save = async ({ name }: { name: string }) => {
    const { undoToken } = await lookupCalls[kind].change(row, { name })
    offerUndo(undoToken, tagsOf[kind], t("lookup.renamed"), { subject: name })
  }
  return (
    <DialogForm<{ name: string }>
      title={t("lookup.renameTitle", { name: row.name })}
      text={t("lookup.renameText")}
      initial={{ name: row.name }}
      isStored
      labels={{ name: "lookup.name" }}
      fields={{ name: textField(100) }}
      rules={{ name: required("lookup.nameRequired") }}
      failure="lookup.saveFailed"
      submit={t("ui.save")}
      save={save}
      onClose={onClose}
    >
      {({ bind }) => <TextField {...bind("name")} required />}
    </DialogForm>
  )
}

export const MergeDialog = ({ kind, row, onClose }: Props) => {
  const t = useT()
  const owner = useCurrentUser()?.tenantId ?? null
  const options = useMemo(() => mergeTargets(kind, row, owner), [kind, row, owner])
  const save = async ({ into }: { into: string }, { idempotencyKey }: { idempotencyKey: string }) => {
    const { moved, kept, undoToken } = await lookupCalls[kind].merge(row, into, idempotencyKey)
    const text = kept ? t("lookup.mergedInPart", { moved, kept }) : t("lookup.merged", { count: moved })
    offerUndo(undoToken, tagsOf[kind], text, { subject: row.name })
  }
  const uses = usesText(row, t)
  return (
    <DialogForm<{ into: string }>
      title={t("lookup.mergeTitle", { name: row.name })}
      text={uses ? t(`lookup.mergeText.${kind}`, { uses }) : t("lookup.mergeUnused")}
      initial={{ into: "" }}
      labels={{ into: `lookup.into.${kind}` }}
      rules={{ into: required("lookup.intoRequired") }}
      failure="lookup.mergeFailed"
      submit={t("lookup.merge")}
      save={save}
      onClose={onClose}
    >
      {({ bind }) => <ChoiceField {...bind("into")} placeholder={t("lookup.search")} options={options} required />}
    </DialogForm>
  )
}
