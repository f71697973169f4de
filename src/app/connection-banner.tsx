import { useSnapshot } from "valtio"
import { connection } from "../state/connection"
import { Alert } from "../ui/display/alert"
import { useT } from "../ui/hooks/use-t"

/** Says that the API can't be reached, what still works meanwhile, and goes by itself. */
export const ConnectionBanner = () => {
  const t = useT()
  const { isLost } = useSnapshot(connection)
  if (!isLost) return null
  return (
    <div className="connection-banner">
      <Alert tone="warning" title={t("shell.connectionLost")} text={t("shell.connectionLostText")} />
    </div>
  )
}
