import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { HttpError } from "../core/http"
import { localStore } from "../core/storage"
import { defaultFlags, flagsLoaded, flagsReset, readFlags } from "../state/flags"
import { permissionsFailed, permissionsLoaded, permissionsLoading, permissionsReset } from "../state/permissions"
import { currentUser, session } from "../state/session"

/** What the person may do: permissions for everybody (S4), module flags for a company's administrator (S6). */
const flagsKey = "moduleFlags"
/** A window that gets the focus asks again after this, ms. */
const fresh = 60_000

const strings = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : []

/** Why there is no list, in the catalogue's words (S8 Permissions); the server's own where it gave some. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof HttpError)) return "permissions.failed"
  if (error.status === 404 || error.status === 405) return "permissions.unavailable"
  return error.message || (error.status === 0 || error.status >= 500 ? "permissions.failed" : "permissions.notRetrieved")
}

const fetchPermissions = async (isMine: () => boolean) => {
  permissionsLoading()
  try {
    const { value } = await http.get("/tenant/izinler")
    if (isMine()) permissionsLoaded(strings(value))
  } catch (error) {
    if (!isMine()) return
    // An answer that came but is no success keeps its list (S4).
    if (error instanceof HttpError && error.kind === "envelope")
      permissionsLoaded(strings(error.value), error.message || "permissions.couldNotBeRetrieved")
    else permissionsFailed(reasonOf(error))
  }
}

type Stored = { tenantId: string; flags: unknown }
const isStored = (value: unknown): value is Stored => typeof (value as Stored | null)?.tenantId === "string"

const fetchFlags = async (tenantId: string, isMine: () => boolean) => {
  try {
    const { value } = await http.get(`/tenant/${encodeURIComponent(tenantId)}/modules`)
    if (!isMine()) return
    flagsLoaded(readFlags(value))
    localStore.set(flagsKey, JSON.stringify({ tenantId, flags: readFlags(value) }))
  } catch {
    if (isMine()) flagsLoaded(defaultFlags)
  }
}

export const startAccess = (now: () => number = Date.now) => {
  let who: string | undefined
  let askedAt = 0

  const ask = () => {
    const person = currentUser(session)
    if (!person) return
    askedAt = now()
    const asked = who
    const isMine = () => who === asked
    fetchPermissions(isMine)
    if (person.role === "TenantAdmin" && person.tenantId) fetchFlags(person.tenantId, isMine)
  }
  const look = () => {
    const person = currentUser(session)
    const next = person && `${person.userId} ${person.tenantId ?? ""}`
    if (next === who) return
    who = next
    permissionsReset()
    flagsReset()
    const stored = localStore.getJson(flagsKey, isStored)
    if (stored && stored.tenantId === person?.tenantId) flagsLoaded(readFlags(stored.flags))
    else localStore.remove(flagsKey)
    ask()
  }
  const refocus = () => {
    if (now() - askedAt >= fresh) ask()
  }

  look()
  addEventListener("focus", refocus)
  const stop = subscribe(session, look, true)
  return () => {
    removeEventListener("focus", refocus)
    stop()
  }
}
