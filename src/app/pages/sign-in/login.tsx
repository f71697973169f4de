import { type ComponentType, useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import { type Session, session } from "../../../state/session"
import { Alert } from "../../../ui/display/alert"
import { Link } from "../../../ui/display/link"
import { useT } from "../../../ui/hooks/use-t"
import { useTitle } from "../../../ui/hooks/use-title"
import { AuthFrame } from "./auth-frame"
import { CodeRequest } from "./code-request"
import { PasskeyButton } from "./passkey-entry"
import { signOutMessages } from "./sign-out-messages"

/** The login page (docs/console.md#sign-in). It is prerendered: the first render must equal that of the build. */
export const Login = () => {
  const t = useT()
  const current = useSnapshot(session).current as Session
  const notice = current.status === "idle" && current.reason ? signOutMessages[current.reason] : undefined
  useTitle(t("auth.title"))
  const [Maintenance, setMaintenance] = useState<ComponentType>()
  const [, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    import("../../../modules/maintenance/follow").then(
      module => setMaintenance(() => module.FollowMaintenance),
      () => undefined,
    )
    if (/^#.*(session|provider)=/.test(location.hash))
      import("./provider")
        .then(({ comeBackFromProvider }) => comeBackFromProvider())
        .then(path => path && navigate(path, { replace: true }))
  }, [])
  return (
    <AuthFrame>
      <h1>{t("auth.title")}</h1>
      <p className="muted">{t("auth.intro")}</p>
      {Maintenance && <Maintenance />}
      {notice && <Alert tone="info" title={t(notice.title)} text={notice.text && t(notice.text)} />}
      <CodeRequest />
      <PasskeyButton />
      <p className="small">
        <Link className="link" href="/forgot-password">
          {t("auth.noAccess")}
        </Link>
      </p>
    </AuthFrame>
  )
}
