import { useSnapshot } from "valtio"
import { currentUser, type SessionState, session } from "../../state/session"
import { LinkButton } from "../../ui/controls/button"
import { IconTile } from "../../ui/display/icons/icon-tile"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { roleKey } from "../access/role-key"
import { landingPaths } from "../screens/match"
import { AuthFrame } from "./sign-in/auth-frame"

const focus = (heading: HTMLElement | null) => heading?.focus()

/**
 * Page for people with the role `User`, who may not use the console (docs/console.md#roles-and-landing). After a refused
 * sign-in the heading takes the focus, so that it is read out.
 */
export const AccessDenied = () => {
  const t = useT()
  const state = useSnapshot(session) as SessionState
  const { current } = state
  const person = currentUser(state)
  const denied = current.status === "idle" ? current.deniedTo : undefined
  useTitle(t("auth.deniedTitle"))
  return (
    <AuthFrame isSolo>
      <IconTile icon="shield" tone="danger" />
      <h1 tabIndex={-1} ref={denied && focus}>
        {t("auth.deniedTitle")}
      </h1>
      <p className="muted">{t("auth.deniedText")}</p>
      {denied && (
        <dl className="facts card card__body">
          <dt>{t("auth.account")}</dt>
          <dd translate="no">{denied.email}</dd>
          <dt>{t("auth.role")}</dt>
          <dd>{t(roleKey[denied.role])}</dd>
        </dl>
      )}
      <div className="button-row">
        <LinkButton tone="primary" href={person ? landingPaths[person.role] : "/login"}>
          {t(person ? "auth.backToConsole" : "auth.signInAsOther")}
        </LinkButton>
      </div>
    </AuthFrame>
  )
}
