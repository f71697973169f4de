/** Reads browser and system from a User-Agent header. */

type Name = readonly [name: string, pattern: RegExp]

/** Ordered: most browsers also carry the names of others, so the first match decides. */
const browsers: readonly Name[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOP(?:R|T|iOS)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
]

const systems: readonly Name[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\b(?:Linux|X11)\b/],
]

/** `isHandheld`: a phone or a tablet. */
type Device = { browser: string | undefined; system: string | undefined; isHandheld: boolean }

const findName = (names: readonly Name[], text: string) => names.find(([, pattern]) => pattern.test(text))?.[0]

/** @param text any text; servers may store the header cut short */
export const parseUserAgent = (text: string): Device => ({
  browser: findName(browsers, text),
  system: findName(systems, text),
  isHandheld: /\b(?:iPhone|iPad|Android)\b/.test(text),
})
