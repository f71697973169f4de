import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { moduleDefaults, moduleFlagsOf } from "../contract/module-flags"
import { HttpError } from "../core/http"
import { localStore } from "../core/storage"
import { flagsLoaded, flagsReset } from "../state/flags"
import { permissionsFailed, permissionsLoaded, permissionsLoading, permissionsReset } from "../state/permissions"
import { currentUser, personKey, session } from "../state/session"

const flagsKey = "moduleFlags"
/** A window focus fetches again when the last fetch is older. */
const staleTimeMs = 60_000

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : []

/** Returns the message of a failed permissions call: the server's, or a text's key (docs/contract.md#permissions). */
const failureMessage = (error: unknown): string => {
  if (!(error instanceof HttpError)) return "permissions.failed"
  if (error.status === 404 || error.status === 405) return "permissions.unavailable"
  return error.message || (error.status === 0 || error.status >= 500 ? "permissions.failed" : "permissions.notRetrieved")
}

const fetchPermissions = async (isCurrent: () => boolean) => {
  permissionsLoading()
  try {
    const { value } = await http.get("/tenant/izinler")
    if (isCurrent()) permissionsLoaded(textsIn(value))
  } catch (error) {
    if (!isCurrent()) return
    // An answer with `isSuccess: false` still has a valid list.
    if (error instanceof HttpError && error.kind === "envelope")
      permissionsLoaded(textsIn(error.value), error.message || "permissions.couldNotBeRetrieved")
    else permissionsFailed(failureMessage(error))
  }
}

type StoredFlags = { tenantId: string; flags: unknown }
const isStoredFlags = (value: unknown): value is StoredFlags => typeof (value as StoredFlags | null)?.tenantId === "string"

const fetchFlags = async (tenantId: string, isCurrent: () => boolean) => {
  try {
    const { value } = await http.get(`/tenant/${encodeURIComponent(tenantId)}/modules`)
    if (!isCurrent()) return
    const loaded = moduleFlagsOf(value)
    flagsLoaded(loaded)
    localStore.set(flagsKey, JSON.stringify({ tenantId, flags: loaded }))
  } catch {
    if (isCurrent()) flagsLoaded(moduleDefaults)
  }
}

/**
 * Fetches the signed-in person's permissions, and a company administrator's module flags, on sign-in and on window focus
 * (docs/contract.md#permissions, docs/contract.md#module-flags). Flags of the last visit apply until they arrive.
 */
export const startAccess = (now: () => number = Date.now) => {
  let person: string | undefined
  let fetchedAt = 0

  const fetchAccess = () => {
    const user = currentUser(session)
    if (!user) return
    fetchedAt = now()
    const fetchedFor = person
    const isCurrent = () => person === fetchedFor
    fetchPermissions(isCurrent)
    if (user.role === "TenantAdmin" && user.tenantId) fetchFlags(user.tenantId, isCurrent)
  }
  const onSession = () => {
    const next = personKey(session)
    if (next === person) return
    person = next
    permissionsReset()
    flagsReset()
    const stored = localStore.getJson(flagsKey, isStoredFlags)
    if (stored && stored.tenantId === currentUser(session)?.tenantId) flagsLoaded(moduleFlagsOf(stored.flags))
    else localStore.remove(flagsKey)
    fetchAccess()
  }
  const onFocus = () => {
    if (now() - fetchedAt >= staleTimeMs) fetchAccess()
  }

  onSession()
  addEventListener("focus", onFocus)
  const stop = subscribe(session, onSession, true)
  return () => {
    removeEventListener("focus", onFocus)
    stop()
  }
}
