import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The installed program, or undefined. */
export const nginxProgram = ["/usr/sbin", "/usr/local/sbin", ...(process.env.PATH ?? "").split(":")]
  .map(folder => join(folder, "nginx"))
  .find(file => existsSync(file))

/**
 * Starts nginx with a site, in a temporary folder.
 * @param site the text of a file of sites; logs in /var/log/nginx are written into the folder
 * @throws when nginx is not installed
 * @returns what it has written to its error stream; `read`, a file of its folder; `stop`, which also removes the folder
 */
export const startNginx = site => {
  if (!nginxProgram) throw new Error("nginx was not found: install it (Debian: apt-get install nginx-light).")
  const folder = mkdtempSync(join(tmpdir(), "campaigns-nginx-"))
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(name => `${name}_temp_path ${folder}/${name};`)
  const user = process.getuid?.() === 0 ? "user root;" : ""
  const frame = `${user} daemon off; pid ${folder}/pid; error_log stderr warn; events {}`
  writeFileSync(
    join(folder, "nginx.conf"),
    `${frame}\nhttp { access_log off; ${paths.join(" ")}\n${site.replaceAll("/var/log/nginx", folder)}\n}`,
  )
  const child = spawn(nginxProgram, ["-p", folder, "-c", "nginx.conf"], { stdio: ["ignore", "ignore", "pipe"] })
  let log = ""
  child.stderr.on("data", text => (log += text))
  const stop = async () => {
    const ended = new Promise(resolve => child.once("exit", resolve))
    child.kill("SIGTERM")
    if (child.exitCode === null) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { log: () => log, read: file => readFileSync(join(folder, file), "utf8"), stop }
}

/**
 * The site of the documents (deploy/nginx.conf) without TLS, on other ports.
 * @param plainPort where it redirects to TLS; undefined leaves that server out
 */
export const deployedSite = (port, [first, second], plainPort) =>
  readFileSync("deploy/nginx.conf", "utf8")
    .replace(plainPort ? "listen 80;" : /server \{\s+listen 80;[^}]*\}/, plainPort ? `listen 127.0.0.1:${plainPort};` : "")
    .replace(/^\s+(ssl_.*|listen \[::\].*)$/gm, "")
    .replace("listen 443 ssl http2", `listen 127.0.0.1:${port}`)
    .replace("Host $host;", "Host $http_host;")
    .replace("8081", String(first))
    .replace("8082", String(second))
