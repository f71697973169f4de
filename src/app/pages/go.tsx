import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { useLocation, useSearch } from "wouter"
import { currentUser, type SessionState, session } from "../../state/session"
import { Waiting } from "../../ui/display/waiting"
import { deepLinkTarget } from "../deep-link"
import { rememberDestination } from "../redirect-after-login"

/** The deep-link entry of e-mails (decisions §3): on to where `?to=` leads, after signing in if need be. */
export const Go = () => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const role = currentUser(useSnapshot(session) as SessionState)?.role
  useEffect(() => {
    if (!role) rememberDestination(`${path}?${search}`)
    navigate(role ? deepLinkTarget(role, new URLSearchParams(search).get("to") ?? "") : "/login", { replace: true })
  }, [role, path, search, navigate])
  return <Waiting />
}
