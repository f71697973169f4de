import { type FormEvent, useState } from "react"
import type { Employee } from "../../contract/employees"
import { type Module, modules, moduleTable } from "../../contract/modules"
import {
  allows,
  draftOf,
  type PermissionsDraft,
  type Preset,
  permissionsOf,
  presetDraft,
  presetOf,
  presets,
  withVerb,
} from "../../contract/permissions/drafts"
import { isModuleOn } from "../../contract/permissions/module-flags"
import { type PermissionVerb, permissionVerbs } from "../../contract/permissions/permissions"
import type { FormSession } from "../../core/form/session"
import { isConflict } from "../../core/http/http-error"
import type { Key } from "../../core/text/i18n"
import { offerUndo } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Segmented } from "../../ui/controls/segmented"
import { Badge } from "../../ui/display/badge"
import { useDerived, useFormSession, useObservable } from "../../ui/forms/bound"
import type { Compare } from "../../ui/forms/compare"
import { confirmLoss } from "../../ui/forms/confirm-loss"
import { ConflictDialog } from "../../ui/forms/conflict"
import { Deferred } from "../../ui/forms/deferred"
import { DialogSummary } from "../../ui/forms/dialog-form"
import { useProblemFocus } from "../../ui/forms/form-problems"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { SlowCallNotice } from "../../ui/placeholders/slow-call-notice"
import { getModules } from "../owners/api"
import { type PersonPermissions, permissionTexts, updatePermissions } from "./api"
import { moduleLabel } from "./permission-list"
import { employees } from "./resource"

const labels = Object.fromEntries(modules.map(module => [module, moduleLabel(module)])) as Record<Module, Key>
const spec = { labels, rules: {} }

const Verbs = ({ value }: { value: readonly PermissionVerb[] }) => {
  const t = useT()
  const names = permissionVerbs.filter(verb => verb === "read" || value.includes(verb))
  return value.length ? names.map(verb => t(`profile.permission.${verb}`)).join(", ") : t("profile.unrestricted")
}
const compare = Object.fromEntries(modules.map(module => [module, Verbs])) as Compare<PermissionsDraft>

const ModuleRow = ({ form, module, isOff }: { form: FormSession<PermissionsDraft>; module: Module; isOff: boolean }) => {
  const t = useT()
  const draft = { [module]: useObservable(form.value(module)) } as PermissionsDraft
  return (
    <tr>
      <th scope="row">
        {t(labels[module])} {isOff && <Badge tone="neutral">{t("permissions.off")}</Badge>}
      </th>
      {permissionVerbs.map(verb =>
        verb === "read" || moduleTable[module].verbs.includes(verb) ? (
          <td key={verb}>
            <label className="checkbox">
              <input
                type="checkbox"
                checked={allows(draft, module, verb)}
                disabled={verb === "read" || isOff}
                onChange={event => form.change(withVerb(draft, module, verb, event.target.checked))}
              />
              <span>
                <span className="sr-only">{t(labels[module])}: </span>
                {t(`permissions.verb.${verb}`)}
              </span>
            </label>
          </td>
        ) : (
          <td key={verb} data-none>
            <span aria-hidden="true">—</span>
            <span className="sr-only">{t("permissions.notApplicable")}</span>
          </td>
        ),
      )}
    </tr>
  )
}

const PresetField = ({ form }: { form: FormSession<PermissionsDraft> }) => {
  const t = useT()
  const preset = useDerived(form, presetOf)
  return (
    <Segmented<Preset | "custom">
      label={t("permissions.preset")}
      value={preset ?? "custom"}
      onChange={chosen => chosen !== "custom" && form.change(presetDraft(chosen))}
      options={[...presets, ...(preset ? [] : (["custom"] as const))].map(value => ({
        value,
        label: t(`permissions.preset.${value}`),
      }))}
    />
  )
}

/** The version that somebody else has stored. */
const theirsOf = (error: unknown) =>
  isConflict(error) ? { draft: draftOf(permissionTexts(error.value)), version: error.version } : undefined

type Props = { person: Employee; loaded: PersonPermissions; onClose: () => void }

/** Gives and takes permissions of a company's administrator, by module and verb (docs/contract.md#permissions-of-a-person). */
export const PermissionsDialog = ({ person, loaded, onClose }: Props) => {
  const t = useT()
  const { base } = useScreenContext()
  const flags = useQuery(getModules, person.tenantId ?? "", Boolean(person.tenantId)).data?.flags
  const [{ version, list }] = useState(loaded)
  const form = useFormSession<PermissionsDraft>(spec, {
    initial: draftOf(list),
    basis: { version },
    theirsOf,
    save: async (draft, { basis, signal }) => {
      const options = { version: basis.version, signal }
      const { undoToken } = await updatePermissions(person.id, permissionsOf(draft, list), options)
      const about = { subject: employees.titleOf(person), href: `${base}/${person.id}` }
      offerUndo(undoToken, [employees.tag], t("permissions.saved"), about)
      return { value: undefined }
    },
  })
  const isBusy = useObservable(form.frame).is === "saving"
  const conflict = useObservable(form.conflict)
  const scope = useProblemFocus(form)
  const close = async () => {
    const changed = form.losses().map(module => t(labels[module]))
    if (await confirmLoss(changed.length ? t("ui.leaveText", { fields: changed.join(", ") }) : "", t)) onClose()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form.frame.get().isDirty || (await form.save("leave")).is === "saved") onClose()
  }
  return (
    <Dialog
      title={t("permissions.editTitle", { name: employees.titleOf(person) })}
      text={t("permissions.editText")}
      size="wide"
      onClose={close}
    >
      <form ref={scope} onSubmit={onSubmit} noValidate data-form>
        <div className="dialog__body">
          <DialogSummary form={form} failure="permissions.saveFailed" />
          <PresetField form={form} />
          <table className="permissions">
            <thead>
              <tr>
                <th scope="col">{t("permissions.module")}</th>
                {permissionVerbs.map(verb => (
                  <th key={verb} scope="col">
                    {t(`permissions.verb.${verb}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <Deferred>
              <tbody>
                {modules.map(module => (
                  <ModuleRow key={module} form={form} module={module} isOff={flags !== undefined && !isModuleOn(module, flags)} />
                ))}
              </tbody>
            </Deferred>
          </table>
          <p className="muted small">{t("permissions.limits")}</p>
          <SlowCallNotice isPending={isBusy} onCancel={form.cancel} />
        </div>
        <div className="dialog__foot">
          <Button onClick={close}>{t("ui.cancel")}</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            {isBusy ? t("ui.saving") : t("ui.save")}
          </Button>
        </div>
      </form>
      {conflict && (
        <ConflictDialog
          base={conflict.base}
          mine={conflict.mine}
          theirs={conflict.theirs.draft}
          labels={labels}
          compare={compare}
          onClose={form.dismiss}
          onResolve={form.resolve}
        />
      )}
    </Dialog>
  )
}
