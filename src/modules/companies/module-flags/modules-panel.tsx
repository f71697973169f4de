import { useState } from "react"
import type { Company } from "../../../contract/companies"
import type { ModuleFlag } from "../../../contract/permissions/module-flags"
import { KeyedError } from "../../../core/http/errors"
import { HttpError } from "../../../core/http/http"
import { cache } from "../../../state/instances"
import { notifyFailure, offerUndo } from "../../../state/notifications"
import { Switch } from "../../../ui/controls/switch"
import { Card } from "../../../ui/display/card"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { getModules } from "../../owners/api"
import { updateModules } from "../api"
import { companies } from "../resource"
import { Section } from "../section"
import { moduleLabels } from "./module-labels"

const modules = Object.keys(moduleLabels) as ModuleFlag[]

/**
 * The modules of a company. Each switch saves at once, against the version that is shown; another change meanwhile is not
 * overwritten, and the current state appears (docs/contract.md#record-versions). @param mayChange whether the switches are enabled
 */
export const ModulesPanel = ({ company, mayChange }: { company: Company; mayChange: boolean }) => {
  const t = useT()
  const { id, name } = company
  const { base } = useScreenContext()
  const entry = useQuery(getModules, id)
  const [saving, setSaving] = useState<{ flag: ModuleFlag; isOn: boolean }>()

  const save = async (flag: ModuleFlag, isOn: boolean) => {
    if (saving) return
    setSaving({ flag, isOn })
    try {
      const { undoToken } = await updateModules(id, { [flag]: isOn }, { version: entry.data?.version })
      const title = t(isOn ? "tenant.moduleOn" : "tenant.moduleOff", { module: t(moduleLabels[flag]) })
      const about = { subject: name, href: `${base}/${id}?tab=modules` }
      offerUndo(undoToken, [companies.tag], title, about)
    } catch (error) {
      const isOutdated = error instanceof HttpError && error.status === 409
      notifyFailure(isOutdated ? new KeyedError("tenant.moduleOutdated") : error, "tenant.moduleFailed")
    }
    await cache.load(getModules, id).catch(() => undefined)
    setSaving(undefined)
  }

  return (
    <Card title={t("tenant.modules")}>
      <Section entry={entry} failed="tenant.modulesFailed">
        {({ flags }) => (
          <>
            <p className="muted">{t(mayChange ? "tenant.modulesText" : "tenant.modulesReadText")}</p>
            <div className="grid-2" aria-busy={saving !== undefined}>
              {modules.map(flag => (
                <Switch
                  key={flag}
                  label={t(moduleLabels[flag])}
                  value={saving?.flag === flag ? saving.isOn : flags[flag]}
                  disabled={!mayChange}
                  onChange={isOn => save(flag, isOn)}
                />
              ))}
            </div>
          </>
        )}
      </Section>
    </Card>
  )
}
