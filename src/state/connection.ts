import { proxy } from "valtio/vanilla"

/** Whether the API could not be reached by the last call (docs/console.md#connection), and how many calls it has answered with 403. */
export const connection = proxy({ isLost: false, refusals: 0 })

/** @param status HTTP status of an answer */
export const reachabilityReported = (isReachable: boolean, status?: number) => {
  if (connection.isLost === isReachable) connection.isLost = !isReachable
  if (status === 403) connection.refusals++
}
