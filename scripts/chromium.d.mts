type Options = { mayInstall?: boolean; find?: () => string[]; install?: () => boolean }

/** Returns the path of Chromium, Chrome or Edge. @throws an error whose message names what to install */
export const findChromium: (options?: Options) => string
