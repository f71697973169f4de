import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const program = ["/usr/sbin", "/usr/local/sbin", ...(process.env.PATH ?? "").split(":")]
  .map(folder => join(folder, "nginx"))
  .find(file => existsSync(file))

/**
 * Starts nginx with a site, in a temporary folder.
 * @param site the text of a file of sites @throws when nginx is not installed @returns what it has written to its log; `stop`, which also removes the folder
 */
export const startNginx = site => {
  if (!program) throw new Error("nginx was not found: install it (Debian: apt-get install nginx-light).")
  const folder = mkdtempSync(join(tmpdir(), "campaigns-nginx-"))
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(name => `${name}_temp_path ${folder}/${name};`)
  const user = process.getuid?.() === 0 ? "user root;" : ""
  const frame = `${user} daemon off; pid ${folder}/pid; error_log stderr warn; events {}`
  writeFileSync(join(folder, "nginx.conf"), `${frame}\nhttp { access_log off; ${paths.join(" ")}\n${site}\n}`)
  const child = spawn(program, ["-p", folder, "-c", "nginx.conf"], { stdio: ["ignore", "ignore", "pipe"] })
  let log = ""
  child.stderr.on("data", text => (log += text))
  const stop = async () => {
    const ended = new Promise(resolve => child.once("exit", resolve))
    child.kill("SIGTERM")
    if (child.exitCode === null) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { log: () => log, stop }
}
