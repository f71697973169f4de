/** Finds a browser for the browser tests: Chromium, Chrome or Edge. Where there is none, one can be installed. */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "playwright-core"
import { root } from "./build/paths.mjs"

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

/** Browsers that playwright has installed. Its headless shell is in a folder beside the one of its whole browser. */
const ofPlaywright = () => {
  const whole = chromium.executablePath()
  const [, folder] = /^(.*)[\\/]chromium-\d+[\\/]/.exec(whole) ?? []
  if (!folder || !existsSync(folder)) return [whole]
  const file = process.platform === "win32" ? "chrome-headless-shell.exe" : "chrome-headless-shell"
  const shells = readdirSync(folder).filter(name => name.startsWith("chromium_headless_shell-"))
  const paths = shells.flatMap(shell => readdirSync(join(folder, shell)).map(platform => join(folder, shell, platform, file)))
  return [...paths, whole]
}

const places = () => [
  ...(process.env.PATH ?? "").split(delimiter).flatMap(folder => names.map(name => join(folder, name))),
  ...ofPlaywright(),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap(name =>
    ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"].map(path =>
      join(process.env[name] ?? "", path),
    ),
  ),
]

const advice = "No Chrome, Chromium or Edge was found: install one (Debian: apt-get install chromium), or name it in CHROME_PATH."

const succeeds = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: "ignore", timeout: 600_000, env: { ...process.env, ...env } }).status === 0

/** Downloads playwright's headless shell. It lacks libraries on some systems, so that it is started once. */
const installByPlaywright = () =>
  succeeds(process.execPath, ["node_modules/playwright-core/cli.js", "install", "--only-shell", "chromium"]) &&
  ofPlaywright().some(path => existsSync(path) && succeeds(path, ["--version"]))

/** Installs Debian's package, when this user may. Older releases have the full browser only. */
const installByApt = () => {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false
  const get = (...args) => succeeds("apt-get", args, { DEBIAN_FRONTEND: "noninteractive" })
  get("update", "-qq")
  return ["chromium-headless-shell", "chromium"].some(name => get("install", "-y", "-qq", "--no-install-recommends", name))
}

const installChromium = () => {
  console.log("Installing Chromium…")
  return installByPlaywright() || installByApt()
}

/**
 * Returns the path of a browser. @param mayInstall whether one is installed where none is found; @param find returns paths where a
 * browser may be, the preferred first; @param install whether it succeeded. @throws an error whose message names what to install
 */
export const findChromium = ({ mayInstall = false, find = places, install = installChromium } = {}) => {
  const configured = process.env.CHROME_PATH
  if (configured) {
    if (existsSync(configured)) return configured
    throw new Error(`CHROME_PATH names ${configured}, which does not exist.`)
  }
  const found = find().find(existsSync) ?? (mayInstall && install() ? find().find(existsSync) : undefined)
  if (found) return found
  throw new Error(advice)
}
