import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** The shell without a window comes first: it takes two thirds of the work. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
]

const places = () => [
  ...(process.env.PATH ?? "").split(delimiter).flatMap(folder => names.map(name => join(folder, name))),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap(name =>
    process.env[name] ? [join(process.env[name], "Google/Chrome/Application/chrome.exe")] : [],
  ),
]

const advice = "No Chrome or Chromium was found: install one (Debian: apt-get install chromium), or name it in CHROME_PATH."

/** Debian's package, where this user may install it. Older releases have the whole browser only. */
const install = () => {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return
  console.log("Installing Chromium…")
  const options = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
  const get = (...args) => spawnSync("apt-get", args, options).status === 0
  get("update", "-qq")
  const isInstalled = ["chromium-headless-shell", "chromium"].some(name =>
    get("install", "-y", "-qq", "--no-install-recommends", name),
  )
  if (!isInstalled) console.error("Installing Chromium failed.")
}

/** Where the browser is. @throws one line that says what to install */
export const findChromium = ({ mayInstall = false } = {}) => {
  const given = process.env.CHROME_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROME_PATH names ${given}, which does not exist.`)
  }
  const found = places().find(existsSync)
  if (found) return found
  if (mayInstall) {
    install()
    const now = places().find(existsSync)
    if (now) return now
  }
  throw new Error(advice)
}
