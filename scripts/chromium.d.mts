/** Returns the path of Chrome or Chromium. @throws an error whose message names what to install */
export const findChromium: (options?: { mayInstall?: boolean }) => string
