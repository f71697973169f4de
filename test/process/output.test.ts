import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { build } from "esbuild"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { accounts } from "../api"
import { sample } from "../rounds"
import { built, endAll, removeFolders, run, seeded, untilReady } from "./kit"

afterAll(removeFolders)
afterEach(endAll)

describe("a server whose output nobody reads", () => {
  it("starts, sends codes, answers and stops as any other", async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/backend`
    const { child, ended, output } = run({ DATA_DIR: seeded(), PORT: String(port), MODE: "demo", LOG_LEVEL: "info" })
    child.stdout?.destroy()
    child.stderr?.destroy()
    await untilReady(url, { child, output })
    for (let at = 0; at < 3; at++) expect((await fetch(`${url}/Auth/GetCode/${accounts.elif}`)).status).toBe(200)
    expect(await (await fetch(`${url}/outbox`)).json()).toHaveLength(3)
    child.kill("SIGINT")
    expect(await ended).toBe(0)
  })

  it("ends although its last lines are not written", async () => {
    const script = join(mkdtempSync(join(process.cwd(), "server", ".process-test-")), "last-lines.mjs")
    await build({
      stdin: {
        contents: `import { createLog, dropUnreadOutput } from "./server/src/output"
          dropUnreadOutput()
          const log = createLog("info")
          process.stdin.once("data", () => {
            for (const line of ["first", "second", "third"]) log.info(line)
            process.exit(0)
          })`,
        resolveDir: process.cwd(),
      },
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
    })
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "ignore"] })
    const ended = new Promise(done => child.once("exit", done))
    child.stdout.destroy()
    child.stdin.write("now")
    const tooLate = new Promise(done => setTimeout(() => done("still running"), 20_000))
    expect(await Promise.race([ended, tooLate])).toBe(0)
    child.kill("SIGKILL")
    rmSync(dirname(script), { recursive: true })
  })
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.skipIf(process.platform === "win32")("a server that npm started", () => {
  const folder = mkdtempSync(join(tmpdir(), "campaign-npm-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(sample(["SIGTERM", "SIGINT", "SIGKILL"] as const, 1, 2))(
    "ends with it by %s, and closes the database",
    async signal => {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node start.mjs" } }))
      const [stop, main] = [resolve("scripts/stop-with-npm.mjs"), built("main.js")].map(file => JSON.stringify(file))
      writeFileSync(
        join(folder, "start.mjs"),
        `import { stopWithNpm } from ${stop}\nimport { writeFileSync } from "node:fs"
        writeFileSync("pid", String(process.pid))\nstopWithNpm()\nawait import(${main})`,
      )
      const dataDir = seeded()
      const port = await freePort()
      const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: dataDir, PORT: String(port), MODE: "demo" }
      const npm = spawn("npm", ["start"], { cwd: folder, env, stdio: "ignore", detached: true })
      await untilReady(`http://127.0.0.1:${port}/backend`, { child: npm, output: () => "npm start" })
      const pid = Number(readFileSync(join(folder, "pid"), "utf8"))
      try {
        // A terminal sends SIGINT to all of them.
        process.kill(signal === "SIGINT" ? -Number(npm.pid) : Number(npm.pid), signal)
        await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 15_000 })
        const locks = readdirSync(join(dataDir, "db")).filter(name => /^lock\.\d+$/.test(name))
        expect(locks.map(name => readFileSync(join(dataDir, "db", name), "utf8"))).toEqual(locks.map(() => "released"))
      } finally {
        if (isAlive(pid)) process.kill(pid, "SIGKILL")
      }
    },
  )
})
