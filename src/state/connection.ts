import { proxy } from "valtio/vanilla"

/** Whether the API can be reached, as far as the last call tells. */
export const connection = proxy({ isLost: false })

export const reachabilityReported = (isReached: boolean) => {
  if (connection.isLost === isReached) connection.isLost = !isReached
}
