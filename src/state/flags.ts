import { proxy } from "valtio/vanilla"

/** The module flags of the signed-in person's company; `all` is missing until they are loaded, and for people without a company. */
export const flags = proxy<{ all?: Readonly<Record<string, boolean>> }>({})

export const flagsLoaded = (all: Readonly<Record<string, boolean>>) => {
  flags.all = all
}

export const flagsReset = () => {
  delete flags.all
}
