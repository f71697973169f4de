import { useState } from "react"
import { useSnapshot } from "valtio"
import { browserZone, zoneName, zonesDiffer } from "../../core/dates/time-zone"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { settings } from "../../state/settings"
import { useT } from "../hooks/use-t"

/**
 * Returns a note that names the time zone of date fields, which is always the deployment's, if dates are shown in another
 * zone (docs/console.md#settings).
 */
export const useTimeZoneNote = (): string | undefined => {
  const t = useT()
  const { timeZone } = useSnapshot(settings)
  const [now] = useState(() => Date.now())
  if (timeZone !== "browser") return undefined
  const differs = zonesDiffer(browserZone(config.timeZone), config.timeZone, now)
  return differs ? t("ui.fieldZone", { zone: zoneName(config.timeZone, i18n.language(), now) }) : undefined
}
