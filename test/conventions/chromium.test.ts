import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { findChromium } from "../../scripts/chromium.mjs"
import { findBrowser } from "../../scripts/other-browsers.mjs"

/** Which browser the browser tests run in. */
const existing = process.execPath

beforeEach(() => {
  vi.stubEnv("CHROME_PATH", undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

it("is the one that CHROME_PATH names", () => {
  vi.stubEnv("CHROME_PATH", existing)
  expect(findChromium({ find: () => [] })).toBe(existing)
  vi.stubEnv("CHROME_PATH", "/nowhere/chrome")
  expect(() => findChromium({ find: () => [existing] })).toThrow("CHROME_PATH names /nowhere/chrome, which does not exist.")
})

it("is the first that exists, and nothing is installed", () => {
  const install = vi.fn(() => true)
  expect(findChromium({ mayInstall: true, find: () => ["/nowhere/chrome", existing], install })).toBe(existing)
  expect(install).not.toHaveBeenCalled()
})

it("is installed where there is none", () => {
  const installed: string[] = []
  expect(findChromium({ mayInstall: true, find: () => installed, install: () => installed.push(existing) === 1 })).toBe(existing)
})

it.each([[false], [true]])("is asked for in one sentence where none is found or installed (may install: %s)", mayInstall => {
  const install = vi.fn(() => false)
  expect(() => findChromium({ mayInstall, find: () => [], install })).toThrow(
    /^No Chrome, Chromium or Edge was found: .*CHROME_PATH\.$/,
  )
  expect(install).toHaveBeenCalledTimes(mayInstall ? 1 : 0)
})

describe("Firefox and WebKit of the long runs", () => {
  it("are installed where a program is missing", () => {
    const installed: string[] = []
    const find = ([name = ""]: string[]) =>
      name === "WebKitWebDriver" || installed.includes("xvfb") ? `/usr/bin/${name}` : undefined
    const install = (packages: string[]) => void installed.push(...packages)
    expect(findBrowser("webkit", { find, install })).toEqual(["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"])
    expect(installed).toEqual(["webkit2gtk-driver", "xvfb"])
  })

  it("are asked for in one sentence where they cannot be installed", () => {
    expect(() => findBrowser("firefox", { find: () => undefined, install: () => {} })).toThrow(
      "Firefox was not found: install it (Debian: apt-get install firefox-esr).",
    )
  })
})
