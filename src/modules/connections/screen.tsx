import { useState } from "react"
import { useSearch } from "wouter"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useMainFocus } from "../../ui/hooks/use-main-focus"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { PageHeader } from "../../ui/pages/page-header"
import { Deliveries } from "./deliveries"
import { MaintenanceCard } from "./maintenance-card"
import { Messages, MessagesCard } from "./messages"
import { type Secret, SecretDialog } from "./parts"
import { PasskeyRuleCard } from "./passkey-rule"
import { SignIn } from "./sign-in"
import { Tokens } from "./tokens"
import { Webhooks } from "./webhooks"

const Overview = () => {
  const t = useT()
  const role = useCurrentUser()?.role
  const [secret, setSecret] = useState<Secret>()
  const title = t("nav.connections")
  useTitle(title)
  return (
    <>
      <PageHeader title={title} text={t("connections.intro")} />
      <div className="stack">
        <Webhooks onSecret={setSecret} />
        <Tokens onSecret={setSecret} />
        <SignIn />
        <PasskeyRuleCard />
        <MessagesCard />
        {role === "Administrator" && <MaintenanceCard />}
      </div>
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

/** Webhooks, access tokens, sign-in and mails; `?webhook=<id>` shows the deliveries of an endpoint, `?mails` the mails (docs/console.md#connections). */
export const Connections = () => {
  const query = new URLSearchParams(useSearch())
  const id = query.get("webhook")
  const isMails = query.has("mails")
  useMainFocus(id ?? String(isMails))
  return id ? <Deliveries id={id} /> : isMails ? <Messages /> : <Overview />
}
