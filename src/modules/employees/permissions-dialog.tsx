import { type FormEvent, useRef, useState } from "react"
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
import { isSameJson } from "../../core/json"
import type { Key } from "../../core/text/i18n"
import { offerUndo } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Segmented } from "../../ui/controls/segmented"
import { Badge } from "../../ui/display/badge"
import type { Compare } from "../../ui/forms/compare"
import { confirmLoss } from "../../ui/forms/confirm-loss"
import { ConflictDialog } from "../../ui/forms/conflict"
import { Deferred } from "../../ui/forms/deferred"
import { DialogSummary } from "../../ui/forms/dialog-form"
import { useForm } from "../../ui/forms/use-form"
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

const Verbs = ({ value }: { value: readonly PermissionVerb[] }) => {
  const t = useT()
  const names = permissionVerbs.filter(verb => verb === "read" || value.includes(verb))
  return value.length ? names.map(verb => t(`profile.permission.${verb}`)).join(", ") : t("profile.unrestricted")
}
const compare = Object.fromEntries(modules.map(module => [module, Verbs])) as Compare<PermissionsDraft>

type Props = { person: Employee; loaded: PersonPermissions; onClose: () => void }

/** Gives and takes permissions of a company's administrator, by module and verb (docs/contract.md#permissions-of-a-person). */
export const PermissionsDialog = ({ person, loaded, onClose }: Props) => {
  const t = useT()
  const { base } = useScreenContext()
  const flags = useQuery(getModules, person.tenantId ?? "", Boolean(person.tenantId)).data?.flags
  const [{ version, list }] = useState(loaded)
  const seen = useRef(version)
  const [theirs, setTheirs] = useState<{ draft: PermissionsDraft; version?: string }>()
  const initial = draftOf(list)
  const form = useForm<PermissionsDraft>({
    initial,
    labels,
    rules: {},
    failure: "permissions.saveFailed",
    conflict: error => setTheirs({ draft: draftOf(permissionTexts(error.value)), version: error.version }),
    save: async (draft, signal) => {
      const { undoToken } = await updatePermissions(person.id, permissionsOf(draft, list), { version: seen.current, signal })
      const about = { subject: employees.titleOf(person), href: `${base}/${person.id}` }
      offerUndo(undoToken, [employees.tag], t("permissions.saved"), about)
    },
  })
  const { draft } = form
  const preset = presetOf(draft)
  const close = async () => {
    const changed = modules.filter(module => !isSameJson(draft[module], initial[module])).map(module => t(labels[module]))
    if (await confirmLoss(changed.length ? t("ui.leaveText", { fields: changed.join(", ") }) : "", t)) onClose()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form.isDirty || (await form.submit())) onClose()
  }
  const cell = (module: Module, verb: PermissionVerb, isOff: boolean) => {
    const isFixed = verb === "read"
    if (!isFixed && !moduleTable[module].verbs.includes(verb))
      return (
        <td key={verb} data-none>
          <span aria-hidden="true">—</span>
          <span className="sr-only">{t("permissions.notApplicable")}</span>
        </td>
      )
    return (
      <td key={verb}>
        <label className="checkbox">
          <input
            type="checkbox"
            checked={allows(draft, module, verb)}
            disabled={isFixed || isOff}
            onChange={event => form.change(withVerb(draft, module, verb, event.target.checked))}
          />
          <span>
            <span className="sr-only">{t(labels[module])}: </span>
            {t(`permissions.verb.${verb}`)}
          </span>
        </label>
      </td>
    )
  }
  return (
    <Dialog
      title={t("permissions.editTitle", { name: employees.titleOf(person) })}
      text={t("permissions.editText")}
      size="wide"
      onClose={close}
    >
      <form onSubmit={onSubmit} noValidate data-form>
        <div className="dialog__body">
          <DialogSummary form={form} />
          <Segmented<Preset | "custom">
            label={t("permissions.preset")}
            value={preset ?? "custom"}
            onChange={chosen => chosen !== "custom" && form.change(presetDraft(chosen))}
            options={[...presets, ...(preset ? [] : (["custom"] as const))].map(value => ({
              value,
              label: t(`permissions.preset.${value}`),
            }))}
          />
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
                {modules.map(module => {
                  const isOff = flags !== undefined && !isModuleOn(module, flags)
                  return (
                    <tr key={module}>
                      <th scope="row">
                        {t(labels[module])} {isOff && <Badge tone="neutral">{t("permissions.off")}</Badge>}
                      </th>
                      {permissionVerbs.map(verb => cell(module, verb, isOff))}
                    </tr>
                  )
                })}
              </tbody>
            </Deferred>
          </table>
          <p className="muted small">{t("permissions.limits")}</p>
          <SlowCallNotice isPending={form.isBusy} onCancel={form.cancel} />
        </div>
        <div className="dialog__foot">
          <Button onClick={close}>{t("ui.cancel")}</Button>
          <Button type="submit" tone="primary" busy={form.isBusy}>
            {form.isBusy ? t("ui.saving") : t("ui.save")}
          </Button>
        </div>
      </form>
      {theirs && (
        <ConflictDialog
          base={initial}
          mine={draft}
          theirs={theirs.draft}
          labels={labels}
          compare={compare}
          onClose={() => setTheirs(undefined)}
          onResolve={merged => {
            seen.current = theirs.version
            form.reset(merged, theirs.draft)
            setTheirs(undefined)
          }}
        />
      )}
    </Dialog>
  )
}
