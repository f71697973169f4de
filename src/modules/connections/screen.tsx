import { useState } from "react"
import { useSearch } from "wouter"
import { useMainFocus } from "../../ui/hooks/use-main-focus"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { PageHeader } from "../../ui/pages/page-header"
import { Deliveries } from "./deliveries"
import { type Secret, SecretDialog } from "./parts"
import { Tokens } from "./tokens"
import { Webhooks } from "./webhooks"

const Overview = () => {
  const t = useT()
  const [secret, setSecret] = useState<Secret>()
  const title = t("nav.connections")
  useTitle(title)
  return (
    <>
      <PageHeader title={title} text={t("connections.intro")} />
      <div className="stack">
        <Webhooks onSecret={setSecret} />
        <Tokens onSecret={setSecret} />
      </div>
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

/** Webhooks and access tokens; `?webhook=<id>` shows the deliveries of an endpoint (docs/console.md#connections). */
export const Connections = () => {
  const id = new URLSearchParams(useSearch()).get("webhook")
  useMainFocus(id)
  return id ? <Deliveries id={id} /> : <Overview />
}
