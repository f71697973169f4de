import { config } from "../state/config"

/** Prepares for the server of the configuration. The code for servers without extensions is loaded for them alone. @param load loads a chunk */
export const chooseServer = async (
  load: (chunk: () => Promise<typeof import("./tolerant")>) => Promise<typeof import("./tolerant")>,
) => {
  if (!config.extensions) (await load(() => import("./tolerant"))).startTolerant()
}
