import { proxy } from "valtio/vanilla"

/** Whether the API could not be reached by the last call (docs/console.md#connection). */
export const connection = proxy({ isLost: false })

export const reachabilityReported = (isReachable: boolean) => {
  if (connection.isLost === isReachable) connection.isLost = !isReachable
}
