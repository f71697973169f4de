import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { connection, reachabilityReported } from "../state/connection"
import { cache } from "../state/instances"

/** While the API can't be reached it is asked again this often, ms. */
const interval = 5_000

/** Any answer, whatever it says, tells that the API is there again. */
const probe = () => {
  http.get("/tenant/getcurrenttenantid", { retry: false, timeoutMs: 8_000 }).catch(() => undefined)
}

/** Notices a lost connection and its return; what failed meanwhile is then loaded again without a reload of the page. */
export const startConnection = () => {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    if (connection.isLost) timer ??= setInterval(probe, interval)
    else if (timer) {
      clearInterval(timer)
      timer = undefined
      cache.refetchFailed()
    }
  }
  const lost = () => reachabilityReported(false)
  addEventListener("offline", lost)
  addEventListener("online", probe)
  const stop = subscribe(connection, follow, true)
  return () => {
    removeEventListener("offline", lost)
    removeEventListener("online", probe)
    clearInterval(timer)
    stop()
  }
}
