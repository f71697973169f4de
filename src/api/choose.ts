import { config } from "../state/config"

type Tolerant = typeof import("./tolerant")

/** Prepares for the server of the configuration. @param load loads the code for servers without extensions, which nobody else needs */
export const chooseServer = async (load: (chunk: () => Promise<Tolerant>) => Promise<Tolerant>) => {
  if (!config.extensions) (await load(() => import("./tolerant"))).startTolerant()
}
