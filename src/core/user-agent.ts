/** Reads a User-Agent header as a person names the device: by browser and system. Both names are their makers' own. */

/** Most browsers claim to be others as well: the first that fits is the one. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOP(?:R|T|iOS)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
]

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\b(?:Linux|X11)\b/],
]

export type Device = { browser: string | undefined; system: string | undefined; isHandheld: boolean }

const nameIn = (table: typeof browsers, text: string) => table.find(([, sign]) => sign.test(text))?.[0]

/** @param text the header as the server kept it: anything at all, possibly cut short */
export const parseUserAgent = (text: string): Device => {
  const system = nameIn(systems, text)
  return { browser: nameIn(browsers, text), system, isHandheld: /\b(?:iPhone|iPad|Android)\b/.test(text) }
}
