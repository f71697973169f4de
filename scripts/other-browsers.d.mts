type Options = { find?: (names: string[]) => string | undefined; install?: (packages: string[]) => void }

/** Returns the paths of a browser's programs. @throws an error whose message names what to install */
export const findBrowser: (name: "firefox" | "webkit", options?: Options) => [string, ...string[]]
