import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../scripts/free-port.mjs"
import { findBrowser } from "../../scripts/other-browsers.mjs"

/**
 * Firefox and WebKitGTK by the commands of WebDriver: over Marionette, which Firefox has built in, and over HTTP
 * (docs/decisions/development/2026-11-28-other-browsers.md).
 */

/** The commands by their names in Marionette, with method and path in WebKit's driver. */
const endpoints = {
  NewSession: "POST ",
  DeleteSession: "DELETE ",
  Navigate: "POST /url",
  ExecuteScript: "POST /execute/sync",
  ElementClick: "POST /element/:id/click",
  ElementSendKeys: "POST /element/:id/value",
  PerformActions: "POST /actions",
  GetWindowHandle: "GET /window",
  NewWindow: "POST /window/new",
  SwitchToWindow: "POST /window",
  CloseWindow: "DELETE /window",
  SetWindowRect: "POST /window/rect",
  Print: "POST /print",
} as const

type Command = keyof typeof endpoints
/** Carries a command out. @returns its value; @throws what the browser answers */
type Send = (command: Command, body?: Record<string, unknown>) => Promise<unknown>

export type Engine = "firefox" | "webkit"

export type OtherBrowser = {
  send: Send
  /** The folder into which downloads are written. */
  downloads: string
  close: () => Promise<void>
}

const limitMs = 60_000

/** Reads until there is a value. @throws after a minute; @param what is named there */
export const untilThere = async <T>(what: string, read: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  for (const limit = Date.now() + limitMs; Date.now() < limit; await new Promise(done => setTimeout(done, 50))) {
    const value = await read()
    if (value !== undefined) return value
  }
  throw new Error(`There is no ${what}.`)
}

/** Ends a process that was started in a group of its own, with all that it has started. */
const end = (child: ChildProcess) =>
  new Promise<void>(done => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return done()
    child.once("exit", () => done())
    process.kill(-child.pid, "SIGKILL")
  })

const refusal = (command: string, { error = "", message = "" }: { error?: string; message?: string }) =>
  new Error(`${command}: ${error} ${message}`)

/** Marionette: a message is its length in bytes, a colon, and JSON: [0, id, name, parameters], answered by [1, id, error, result]. */
const connectMarionette = async (port: number): Promise<{ send: Send; disconnect: () => void }> => {
  const socket = connect(port, "127.0.0.1")
  const waiting = new Map<number, (error: { error?: string } | null, result: Record<string, unknown> | null) => void>()
  let received = Buffer.alloc(0)
  let last = 0
  socket.on("data", part => {
    received = Buffer.concat([received, part])
    for (;;) {
      const start = received.indexOf(":") + 1
      const stop = start + Number(received.subarray(0, Math.max(0, start - 1)))
      if (!start || received.length < stop) return
      const message = JSON.parse(received.subarray(start, stop).toString())
      received = received.subarray(stop)
      // The first message introduces the browser and is no array.
      if (Array.isArray(message)) waiting.get(message[1])?.(message[2], message[3])
    }
  })
  await new Promise((done, fail) => socket.once("connect", done).once("error", fail))
  const send: Send = (command, body = {}) =>
    new Promise((done, fail) => {
      const id = ++last
      waiting.set(id, (error, result) => {
        waiting.delete(id)
        if (error) fail(refusal(command, error))
        else done(result && "value" in result ? result.value : result)
      })
      const text = JSON.stringify([0, id, `WebDriver:${command}`, body])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  return { send, disconnect: () => socket.destroy() }
}

/** Only this machine is called: everything else goes to a port on which nobody listens. */
const onlyLoopback = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9 }

const openFirefox = async (folder: string, downloads: string, isStorageRefused: boolean) => {
  const [program] = findBrowser("firefox")
  const settings = {
    ...onlyLoopback,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "marionette.port": 0,
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    // Its panel takes the focus.
    "browser.download.alwaysOpenPanel": false,
    "ui.prefersReducedMotion": 1,
    // 2 refuses all cookies, and storage with them.
    ...(isStorageRefused && { "network.cookie.cookieBehavior": 2 }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(folder, "user.js"), lines.join("\n"))
  const child = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", folder], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, HOME: folder },
  })
  const portFile = join(folder, "MarionetteActivePort")
  const port = await untilThere("Firefox", () => (existsSync(portFile) ? Number(readFileSync(portFile)) || undefined : undefined))
  const { send, disconnect } = await connectMarionette(port)
  await send("NewSession", { unhandledPromptBehavior: "ignore" })
  return {
    send,
    close: async () => {
      disconnect()
      await end(child)
    },
  }
}

/** Starts an X server, which writes the number of its display to its file 3. */
const openDisplay = async () => {
  const [, program = ""] = findBrowser("webkit")
  const child = spawn(program, ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    detached: true,
  })
  let number = ""
  child.stdio[3]?.on("data", text => {
    number += text
  })
  return { child, display: await untilThere("display", () => (number.endsWith("\n") ? `:${number.trim()}` : undefined)) }
}

const openWebkit = async (folder: string, downloads: string, isStorageRefused: boolean) => {
  const [program] = findBrowser("webkit")
  const { display, child: screen } = await openDisplay()
  mkdirSync(join(folder, ".config"))
  writeFileSync(join(folder, ".config/user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const port = await freePort()
  const child = spawn(program, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder, DISPLAY: display, LANG: "C.UTF-8", NO_AT_BRIDGE: "1" },
  })
  const base = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    )
  await untilThere("driver of WebKit", isReady)
  let session = ""
  const send: Send = async (command, body = {}) => {
    const [method, path] = endpoints[command].split(" ") as [string, string]
    const url = `${base}/session${session}${path.replace(":id", String(body.id))}`
    const answer = await fetch(url, { method, ...(method === "POST" && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: Record<string, string> }
    if (!answer.ok) throw refusal(command, value)
    return value
  }
  const args = ["--automation", ...(isStorageRefused ? ["--enable-html5-local-storage=false"] : [])]
  const alwaysMatch = { unhandledPromptBehavior: "ignore", "webkitgtk:browserOptions": { args } }
  const { sessionId } = (await send("NewSession", { capabilities: { alwaysMatch } })) as { sessionId: string }
  session = `/${sessionId}`
  return {
    send,
    close: async () => {
      await send("DeleteSession").catch(() => undefined)
      await end(child)
      await end(screen)
    },
  }
}

/**
 * Opens a browser with a profile of its own.
 * @param isStorageRefused whether pages have no storage, as where a person blocks cookies: `localStorage` throws in Firefox, and is null
 *   in WebKitGTK
 */
export const openOtherBrowser = async (engine: Engine, isStorageRefused = false): Promise<OtherBrowser> => {
  const folder = mkdtempSync(join(tmpdir(), `campaigns-${engine}-`))
  const downloads = join(folder, "downloads")
  mkdirSync(downloads)
  const { send, close } = await (engine === "firefox" ? openFirefox : openWebkit)(folder, downloads, isStorageRefused)
  await send("SetWindowRect", { width: 1280, height: 900 })
  return {
    send,
    downloads,
    close: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
