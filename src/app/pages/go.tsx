import { useEffect } from "react"
import { useLocation, useSearch } from "wouter"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { Waiting } from "../../ui/placeholders/waiting"
import { deepLinkTarget } from "../routing/deep-link"
import { rememberDestination } from "../routing/redirect-after-login"

/** Entry of deep links: redirects to the path in `?to=`, after sign-in where necessary (docs/console.md#deep-links). */
export const Go = () => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const role = useCurrentUser()?.role
  useEffect(() => {
    if (!role) rememberDestination(`${path}?${search}`)
    navigate(role ? deepLinkTarget(role, new URLSearchParams(search).get("to") ?? "") : "/login", { replace: true })
  }, [role, path, search, navigate])
  return <Waiting />
}
