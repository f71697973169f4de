/** `npm run dev`: on each change rebuilds without minification, restarts the API and reloads the page. */
import { spawn } from "node:child_process"
import { watch } from "node:fs"
import { createServer, request } from "node:http"
import { build } from "../build.mjs"
import { dist, root } from "./build/paths.mjs"
import { freePort } from "./free-port.mjs"
import { stopWithNpm } from "./stop-with-npm.mjs"

const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? "127.0.0.1"

const apiPort = await freePort()
const pages = new Set()
let api

const isReady = () =>
  fetch(`http://127.0.0.1:${apiPort}/backend/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

const stopApi = () =>
  new Promise(resolve => {
    if (!api || api.exitCode !== null || api.signalCode !== null) return resolve()
    api.once("exit", resolve)
    api.kill("SIGTERM")
  })

const startApi = async () => {
  api = spawn(process.execPath, ["--enable-source-maps", `${dist}server/main.js`], {
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: String(apiPort),
      HOST: "127.0.0.1",
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${host}:${port}`,
    },
  })
  while (api.exitCode === null && !(await isReady())) await new Promise(resolve => setTimeout(resolve, 100))
}

/** Rebuilds, restarts and reloads. A change during a cycle starts another one after it. */
let isRunning = false
let isRepeatDue = false
const cycle = async () => {
  if (isRunning) {
    isRepeatDue = true
    return
  }
  isRunning = true
  do {
    isRepeatDue = false
    try {
      await stopApi()
      await build({ dev: true })
      await startApi()
      for (const page of pages) page.write("data: reload\n\n")
    } catch (error) {
      console.error(error.message)
    }
  } while (isRepeatDue)
  isRunning = false
}

/** Forwards to the API under one origin and serves the reload hook, which the product does not have. */
const proxy = createServer((incoming, outgoing) => {
  if (incoming.url === "/__reload") {
    outgoing.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
    pages.add(outgoing)
    outgoing.on("close", () => pages.delete(outgoing))
    return
  }
  const { method, url, headers } = incoming
  const forwarded = request({ host: "127.0.0.1", port: apiPort, method, path: url, headers }, response => {
    outgoing.writeHead(response.statusCode, response.headers)
    response.pipe(outgoing)
  })
  forwarded.on("error", () => {
    if (!outgoing.headersSent) outgoing.writeHead(503, { "Content-Type": "text/plain", "Retry-After": "1" })
    outgoing.end("The API is starting.")
  })
  incoming.pipe(forwarded)
})

proxy.on("error", error => {
  console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use: set PORT to another one.` : error.message)
  process.exit(1)
})
await new Promise(resolve => proxy.listen(port, host, resolve))

let timer
for (const folder of ["src", "server/src", "server/migrations", "locales", "public"])
  watch(root + folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(cycle, 80)
  })

const shutDown = async () => {
  await stopApi()
  process.exit(0)
}
process.on("SIGINT", shutDown)
process.on("SIGTERM", shutDown)
stopWithNpm()
await cycle()
console.log(`\nWatching. Open http://${host}:${port}`)
