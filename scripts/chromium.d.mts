/** Where Chrome or Chromium is. @throws one line that says what to install */
export const findChromium: (options?: { mayInstall?: boolean }) => string
