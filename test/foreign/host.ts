import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join, resolve } from "node:path"
import { listen } from "../../scripts/free-port.mjs"

/** A static host for the built console, as docs/operations.md#static-console describes it. Needs `npm run build` before. */

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
}

/** The headers of every answer, as `npm run configure` prints them. */
const headersIn = (printed: string): Record<string, string> => {
  const section = printed.split("\n\n").find(text => text.startsWith("Every answer")) ?? ""
  const lines = [...section.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const)
  // The host of a test speaks no TLS.
  return Object.fromEntries(lines.filter(([name]) => name !== "Strict-Transport-Security"))
}

export type Host = { url: string; headers: Record<string, string>; stop: () => Promise<void> }

/** @param config the deployment's configuration block */
export const startHost = async (config: object): Promise<Host> => {
  const dist = resolve("dist")
  if (!existsSync(join(dist, "index.html"))) throw new Error("dist/ is missing: run `npm run build` first.")
  const folder = mkdtempSync(join(tmpdir(), "campaigns-host-"))
  const pages = join(folder, "pages")
  cpSync(dist, pages, { recursive: true, filter: path => !path.startsWith(join(dist, "server")) })
  const file = join(folder, "config.json")
  writeFileSync(file, JSON.stringify(config))
  const headers = headersIn(execFileSync(process.execPath, ["scripts/configure.mjs", file, pages], { encoding: "utf8" }))

  const fileOf = (path: string) => {
    const wanted = path === "/" ? "/login" : path
    const found = [wanted, `${wanted}.html`].map(name => join(pages, name)).find(name => extname(name) && existsSync(name))
    return found ?? (/^\/(assets|locales)\//.test(path) ? undefined : join(pages, "index.html"))
  }
  const server = createServer((request, response) => {
    const found = fileOf(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname))
    if (!found) return response.writeHead(404, headers).end()
    const type = types[extname(found)] ?? "application/octet-stream"
    response.writeHead(200, { ...headers, "Content-Type": type, "Cache-Control": "no-store" }).end(readFileSync(found))
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    headers,
    stop: () =>
      new Promise(done => {
        server.close(() => {
          rmSync(folder, { recursive: true, force: true })
          done()
        })
        server.closeAllConnections()
      }),
  }
}
