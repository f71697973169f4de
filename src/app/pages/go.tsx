import { useEffect } from "react"
import { useLocation, useSearch } from "wouter"
import { Waiting } from "../../ui/display/waiting"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { deepLinkTarget } from "../deep-link"
import { rememberDestination } from "../redirect-after-login"

/** The deep-link entry of e-mails (decisions §3): on to where `?to=` leads, after signing in if need be. */
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
