import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { FolderBusy, lockFolder } from "../../../server/src/db/lock"

const root = realpathSync(mkdtempSync(join(tmpdir(), "campaign-lock-")))
const script = join(root, "hold.mjs")
let folder = ""
let rounds = 0
const children = new Set<ChildProcess>()

beforeAll(() =>
  build({
    stdin: {
      contents: `import { lockFolder } from "./server/src/db/lock"
        lockFolder(process.argv[2]).then(
          () => { process.stdout.write("held\\n"); setInterval(() => {}, 1000) },
          error => { process.stdout.write(error.message + "\\n"); process.exit(1) },
        )`,
      resolveDir: process.cwd(),
    },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
  }),
)
beforeEach(() => {
  folder = join(root, `data-${rounds++}`)
})
afterEach(async () => {
  for (const child of children) await end(child)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Another process that holds the folder until it is ended. @returns its first line */
const other = (path: string) =>
  new Promise<{ child: ChildProcess; line: string }>(done => {
    const child = spawn(process.execPath, [script, path], { stdio: ["ignore", "pipe", "inherit"] })
    children.add(child)
    child.stdout?.once("data", line => done({ child, line: String(line).trim() }))
  })

const end = (child: ChildProcess) =>
  new Promise<void>(done => {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once("exit", () => done())
    child.kill("SIGKILL")
  })

describe("the lock on the data folder", () => {
  it("refuses a second holder, naming the folder and the first one's process", async () => {
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(FolderBusy)
    await expect(lockFolder(folder)).rejects.toThrow(`${folder} is in use by another process (${process.pid})`)
    release()
  })

  it("is free again once released, with nothing left behind", async () => {
    const release = await lockFolder(folder)
    release()
    await expect.poll(() => existsSync(join(folder, "lock.pid"))).toBe(false)
    ;(await lockFolder(folder))()
  })

  it("holds against another process, whatever name it calls the folder by", async () => {
    const { child, line } = await other(folder)
    expect(line).toBe("held")
    const link = join(root, `link-${rounds}`)
    symlinkSync(folder, link)
    for (const name of [folder, link, join(folder, "..", folder.split("/").at(-1) ?? ""), `${folder}/`])
      await expect(lockFolder(name)).rejects.toThrow(`${folder} is in use by another process (${child.pid})`)
  })

  it("of a killed process is taken over, twenty times", async () => {
    for (let at = 0; at < 20; at++) {
      const { child, line } = await other(folder)
      expect(line).toBe("held")
      expect(readFileSync(join(folder, "lock.pid"), "utf8")).toBe(String(child.pid))
      await end(child)
    }
    ;(await lockFolder(folder))()
  })

  it("goes to one of eight that start at once", async () => {
    mkdirSync(folder, { recursive: true })
    const lines = (await Promise.all(Array.from({ length: 8 }, () => other(folder)))).map(({ line }) => line)
    expect(lines.filter(line => line === "held")).toHaveLength(1)
    expect(lines.filter(line => line.includes(folder))).toHaveLength(7)
  })

  it("does not fall for a leftover pid file of a living process", async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "lock.pid"), String(process.pid))
    ;(await lockFolder(folder))()
  })

  it("holds even when its files were swept away", async () => {
    const { line } = await other(folder)
    expect(line).toBe("held")
    for (const name of ["lock.sock", "lock.pid"]) rmSync(join(folder, name), { force: true })
    await expect(lockFolder(folder)).rejects.toThrow(folder)
  })

  it("stands in the folder itself, where another container sees it", async () => {
    const release = await lockFolder(folder)
    await new Promise<void>((done, fail) => connect(join(folder, "lock.sock")).once("connect", done).once("error", fail))
    release()
  })
})
