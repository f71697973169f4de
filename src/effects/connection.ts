import { subscribe } from "valtio/vanilla"
import { http } from "../api/http"
import { listen, stopAll } from "../core/listen"
import { connection, reachabilityReported } from "../state/connection"
import { cache } from "../state/instances"

const probeIntervalMs = 5_000

/** Calls the API; any answer, whatever its status, shows that it can be reached (docs/contract.md#time-outs-and-retries). */
const probe = () => {
  http.get("/tenant/getcurrenttenantid", { retry: false, timeoutMs: 8_000 }).catch(() => undefined)
}

/** Probes the API while the connection is lost, and reloads failed queries when it returns (docs/console.md#connection). */
export const startConnection = () => {
  let timer: ReturnType<typeof setInterval> | undefined
  const onConnection = () => {
    if (connection.isLost) timer ??= setInterval(probe, probeIntervalMs)
    else if (timer) {
      clearInterval(timer)
      timer = undefined
      cache.refetchFailed()
    }
  }
  const onOffline = () => reachabilityReported(false)
  // It may be lost already: tokens are renewed while this file loads.
  onConnection()
  return stopAll(
    () => clearInterval(timer),
    listen(window, { offline: onOffline, online: probe }),
    subscribe(connection, onConnection, true),
  )
}
