import { useState } from "react"
import { useSnapshot } from "valtio"
import { browserZone, zoneName, zonesDiffer } from "../../core/time-zone"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { settings } from "../../state/settings"
import { useT } from "../hooks/use-t"

/** Names the zone of date fields, the deployment's, to whoever is shown dates by another clock; else there is nothing to say. */
export const useFieldZone = (): string | undefined => {
  const t = useT()
  const { timeZone } = useSnapshot(settings)
  const [now] = useState(() => Date.now())
  if (timeZone !== "browser") return undefined
  const differs = zonesDiffer(browserZone(config.timeZone), config.timeZone, now)
  return differs ? t("ui.fieldZone", { zone: zoneName(config.timeZone, i18n.language(), now) }) : undefined
}
