import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** The headless shell is preferred: it needs two thirds of the time. */
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

/** Installs Debian's package, when this user may. Older releases have the full browser only. */
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

/** Returns the path of Chrome or Chromium. @throws an error whose message names what to install */
export const findChromium = ({ mayInstall = false } = {}) => {
  const configured = process.env.CHROME_PATH
  if (configured) {
    if (existsSync(configured)) return configured
    throw new Error(`CHROME_PATH names ${configured}, which does not exist.`)
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
