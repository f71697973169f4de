import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { build } from "esbuild"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { accounts } from "../api"
import { sample } from "../rounds"
import { built, endAll, free, removeFolders, run, seeded, start } from "./kit"

afterAll(removeFolders)
afterEach(endAll)

const closeReader = ({ child }: ReturnType<typeof run>) => {
  child.stdout?.destroy()
  child.stderr?.destroy()
}

describe("a server whose output nobody reads any more", () => {
  it("sends codes, answers and stops as before", async () => {
    const server = await start(seeded(), { LOG_LEVEL: "info" })
    closeReader(server)
    for (let at = 0; at < 3; at++) expect((await fetch(`${server.url}/Auth/GetCode/${accounts.elif}`)).status).toBe(200)
    const codes = (await (await fetch(`${server.url}/outbox`)).json()) as unknown[]
    expect(codes).toHaveLength(3)
    server.child.kill("SIGINT")
    expect(await server.ended).toBe(0)
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

  it("starts", async () => {
    const port = await free()
    const server = run({ DATA_DIR: seeded(), PORT: String(port), MODE: "demo" })
    closeReader(server)
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/backend/healthz`).then(
        answer => answer.ok,
        () => false,
      )
    await vi.waitFor(async () => expect(await isUp()).toBe(true), { timeout: 60_000 })
    await new Promise(done => setTimeout(done, 200))
    expect(await isUp()).toBe(true)
  })
})

describe.skipIf(process.platform === "win32")("a server that npm started", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "campaign-npm-"))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node start.mjs" } }))
    const lines = [resolve("scripts/stop-with-npm.mjs"), built("main.js")].map(file => JSON.stringify(file))
    writeFileSync(
      join(folder, "start.mjs"),
      `import { stopWithNpm } from ${lines[0]}\nimport { writeFileSync } from "node:fs"
      writeFileSync("pid", String(process.pid))\nstopWithNpm()\nawait import(${lines[1]})`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it.each(sample(["SIGTERM", "SIGINT", "SIGKILL"] as const, 1, 2))(
    "ends with it by %s, and closes the database",
    async signal => {
      const dataDir = seeded()
      const port = await free()
      const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: dataDir, PORT: String(port), MODE: "demo" }
      rmSync(join(folder, "pid"), { force: true })
      const npm = spawn("npm", ["start"], { cwd: folder, env, stdio: "ignore", detached: true })
      await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/backend/healthz`)).ok).toBe(true), {
        timeout: 60_000,
      })
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
