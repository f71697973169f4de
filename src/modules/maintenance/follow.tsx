import { type ComponentProps, type ComponentType, useState } from "react"
import { usePolling } from "../../ui/hooks/use-polling"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { followMaintenance } from "./api"
import type { MaintenanceBanner } from "./banner"

const loadBanner = withTexts("maintenance", () => import("./banner"))

type Shown = { Banner: ComponentType<ComponentProps<typeof MaintenanceBanner>> } & ComponentProps<typeof MaintenanceBanner>

/** Shows announced maintenance above a page: from its opening, or at most a minute after the announcement (docs/console.md#maintenance). */
export const FollowMaintenance = () => {
  const [shown, setShown] = useState<Shown>()
  const load = async () => {
    const raw = await followMaintenance()
    setShown(raw ? { Banner: (await loadBanner()).MaintenanceBanner, raw, now: Date.now() } : undefined)
  }
  usePolling(load, "", 0)
  return shown && <shown.Banner raw={shown.raw} now={shown.now} />
}
