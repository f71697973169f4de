import { Icon } from "../../../ui/display/icons/icon"
import { Link } from "../../../ui/display/link"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useT } from "../../../ui/hooks/use-t"
import { landingPaths } from "../../screens/match"

/** Link from a public page to the console, or to the login page without a session. */
export const BackLink = () => {
  const t = useT()
  const person = useCurrentUser()
  return (
    <Link className="link back-link" href={person ? landingPaths[person.role] : "/login"}>
      <Icon name="arrow-left" size="sm" />
      {t(person ? "auth.backToConsole" : "auth.backToSignIn")}
    </Link>
  )
}
