import { subscribe } from "valtio/vanilla"
import { http } from "../api/http"
import { moduleDefaults, moduleFlagsOf } from "../contract/permissions/module-flags"
import { HttpError } from "../core/http/http"
import { isSameJson } from "../core/json"
import { listen, stopAll } from "../core/listen"
import { localStore } from "../core/storage"
import { connection } from "../state/connection"
import { flags, flagsLoaded, flagsReset } from "../state/flags"
import { permissions, permissionsFailed, permissionsLoaded, permissionsLoading, permissionsReset } from "../state/permissions"
import { currentUser, personKey, session } from "../state/session"

const flagsKey = "moduleFlags"
/** What is older is fetched again by the timer, and on window focus, ms: what is taken away closes within a minute. */
const staleTimeMs = 45_000
const focusStaleTimeMs = 5_000
const checkIntervalMs = 10_000

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : []

/** Returns the message of a failed permissions call: the server's, or a text's key (docs/contract.md#permissions). */
const failureMessage = (error: unknown): string => {
  if (!(error instanceof HttpError)) return "permissions.failed"
  if (error.status === 404 || error.status === 405) return "permissions.unavailable"
  return error.message || (error.status === 0 || error.status >= 500 ? "permissions.failed" : "permissions.notRetrieved")
}

/** @param isFirst whether the person's permissions are unknown: a later call that fails leaves them as they are */
const fetchPermissions = async (isCurrent: () => boolean, isFirst: boolean) => {
  if (isFirst) permissionsLoading()
  try {
    const { value } = await http.get("/tenant/izinler")
    const list = textsIn(value)
    if (isCurrent() && !(isSameJson(list, permissions.list) && !permissions.isLoading && !permissions.error))
      permissionsLoaded(list)
  } catch (error) {
    if (!isCurrent()) return
    // An answer with `isSuccess: false` still has a valid list.
    if (error instanceof HttpError && error.kind === "envelope")
      permissionsLoaded(textsIn(error.value), error.message || "permissions.couldNotBeRetrieved")
    else if (isFirst) permissionsFailed(failureMessage(error))
  }
}

type StoredFlags = { tenantId: string; flags: unknown }
const isStoredFlags = (value: unknown): value is StoredFlags => typeof (value as StoredFlags | null)?.tenantId === "string"

const fetchFlags = async (tenantId: string, isCurrent: () => boolean, isFirst: boolean) => {
  try {
    const { value } = await http.get(`/tenant/${encodeURIComponent(tenantId)}/modules`)
    if (!isCurrent()) return
    const loaded = moduleFlagsOf(value)
    if (!isSameJson(loaded, flags.all)) flagsLoaded(loaded)
    localStore.set(flagsKey, JSON.stringify({ tenantId, flags: loaded }))
  } catch {
    if (isCurrent() && isFirst) flagsLoaded(moduleDefaults)
  }
}

/**
 * Fetches the signed-in person's permissions, and a company administrator's module flags: on sign-in, on a timer, on window
 * focus, and when a call is answered with 403 (docs/console.md#access-to-modules). Flags of the last visit apply until they
 * arrive.
 */
export const startAccess = () => {
  let person: string | undefined
  let fetchedAt = 0
  let { refusals } = connection
  let pending = 0

  const fetchAccess = async (isFirst = false) => {
    const user = currentUser(session)
    if (!user) return
    fetchedAt = Date.now()
    const fetchedFor = person
    const isCurrent = () => person === fetchedFor
    pending++
    await Promise.all([
      fetchPermissions(isCurrent, isFirst),
      user.role === "TenantAdmin" && user.tenantId && fetchFlags(user.tenantId, isCurrent, isFirst),
    ])
    pending--
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
    fetchAccess(true)
  }
  const fetchWhenOlder = (ageMs: number) => {
    if (!document.hidden && Date.now() - fetchedAt >= ageMs) fetchAccess()
  }
  const onFocus = () => fetchWhenOlder(focusStaleTimeMs)
  /** A call that is refused although its button was there: something was taken away since. The own calls do not count. */
  const onRefusal = () => {
    if (connection.refusals === refusals) return
    refusals = connection.refusals
    if (!pending) fetchAccess()
  }

  onSession()
  const timer = setInterval(() => fetchWhenOlder(staleTimeMs), checkIntervalMs)
  return stopAll(
    () => clearInterval(timer),
    listen(window, { focus: onFocus }),
    listen(document, { visibilitychange: onFocus }),
    subscribe(session, onSession, true),
    subscribe(connection, onRefusal, true),
  )
}
