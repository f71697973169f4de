import { useSnapshot } from "valtio"
import { connection } from "../../state/connection"
import { Alert } from "../../ui/display/alert"
import { Banner } from "../../ui/display/banner"
import { useT } from "../../ui/hooks/use-t"

/** Shown while the API cannot be reached (docs/console.md#connection). */
export const ConnectionBanner = () => {
  const t = useT()
  const { isLost } = useSnapshot(connection)
  if (!isLost) return null
  return (
    <Banner rank="connection">
      <div className="sticky-banner">
        <Alert tone="warning" title={t("shell.connectionLost")} text={t("shell.connectionLostText")} />
      </div>
    </Banner>
  )
}
