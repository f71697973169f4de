/** Finds Firefox and WebKitGTK for the long runs in other browsers. Where they are missing, Debian's packages can be installed. */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/** The programs that a browser needs, each by its names, and the packages of Debian that hold them. */
const browsers = {
  firefox: { title: "Firefox", programs: [["firefox-esr", "firefox"]], packages: ["firefox-esr"] },
  // Its driver opens a window, for which there is no display on a server.
  webkit: { title: "WebKitGTK", programs: [["WebKitWebDriver"], ["Xvfb"]], packages: ["webkit2gtk-driver", "xvfb"] },
}

const isOnPath = names =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(file => existsSync(file))

const apt = packages => {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return
  console.log(`Installing ${packages.join(", ")}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...packages],
  ])
    spawnSync("apt-get", args, { stdio: "ignore", timeout: 600_000, env })
}

/**
 * Returns the paths of a browser's programs, which it installs where they are missing and this user may.
 * @param name `firefox` or `webkit`; @throws an error whose message names what to install
 */
export const findBrowser = (name, { find = isOnPath, install = apt } = {}) => {
  const { title, programs, packages } = browsers[name]
  const isMissing = () => !programs.every(find)
  if (isMissing()) install(packages)
  if (isMissing()) throw new Error(`${title} was not found: install it (Debian: apt-get install ${packages.join(" ")}).`)
  return programs.map(find)
}
