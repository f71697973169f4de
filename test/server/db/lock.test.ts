import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { FolderBusy, type LockOptions, lockByFile, lockFolder } from "../../../server/src/db/lock"
import { isLong, itInLongRuns } from "../../rounds"

const root = realpathSync(mkdtempSync(join(tmpdir(), "campaign-lock-")))
const script = join(root, "hold.mjs")
let folder = ""
let folders = 0
/** How often the holder crashes while others try. */
const times = isLong ? 20 : 2
const children = new Set<ChildProcess>()

beforeAll(() =>
  build({
    stdin: {
      contents: `import * as locks from "./server/src/db/lock"
        const [, , path, name = "lockFolder", options = "{}", isTold] = process.argv
        const hold = () => locks[name](path, JSON.parse(options)).then(
          () => { process.stdout.write("held\\n"); setInterval(() => {}, 1000) },
          error => { process.stdout.write(error.message + "\\n"); if (!isTold) process.exit(1) },
        )
        if (isTold) {
          process.stdin.on("data", hold)
          process.stdout.write("ready\\n")
        } else hold()`,
      resolveDir: process.cwd(),
    },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
  }),
)
beforeEach(() => {
  folder = join(root, `data-${folders++}`)
})
afterEach(async () => {
  for (const child of children) await end(child)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Other = { by?: "lockFolder" | "lockByFile"; options?: LockOptions; namespace?: boolean; isTold?: boolean }

/** Runs a command in network and user namespaces of its own, as a container does. */
const unshare = ["unshare", "--map-root-user", "--net"]
const hasNamespaces = spawnSync("unshare", ["--map-root-user", "--net", "true"]).status === 0

/** Another process that holds the folder until it is ended. @returns its first line */
const other = (path: string, { by = "lockFolder", options = {}, namespace = false, isTold = false }: Other = {}) =>
  new Promise<{ child: ChildProcess; line: string }>(done => {
    const program = [process.execPath, script, path, by, JSON.stringify(options), ...(isTold ? ["told"] : [])]
    const command = [...(namespace ? unshare : []), ...program]
    const child = spawn(command[0] ?? "", command.slice(1), { stdio: [isTold ? "pipe" : "ignore", "pipe", "inherit"] })
    children.add(child)
    child.stdout?.once("data", line => done({ child, line: String(line).trim() }))
  })

/** Another process that tries for the folder whenever it is told to, and holds it then until it is ended. */
const contender = async (path: string, given: Other) => {
  const { child, line } = await other(path, { ...given, isTold: true })
  expect(line).toBe("ready")
  const tries = () =>
    new Promise<string>(done => {
      child.stdout?.once("data", line => done(String(line).trim()))
      child.stdin?.write("now\n")
    })
  return { child, tries }
}

/** Processes try for the folder at once, so many times. The one that gets it crashes, and another one takes its place. */
const contend = async (kinds: Other[], times: number) => {
  const all = await Promise.all(kinds.map(kind => contender(folder, kind)))
  for (let at = 0; at < times; at++) {
    const lines = await Promise.all(all.map(({ tries }) => tries()))
    expect(lines.filter(line => line === "held")).toHaveLength(1)
    const holder = lines.indexOf("held")
    const { child } = all[holder] as (typeof all)[number]
    await end(child)
    all[holder] = await contender(folder, kinds[holder] as Other)
  }
}

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

  it("is free again once released, with no socket left behind", async () => {
    const release = await lockFolder(folder)
    release()
    expect(readdirSync(folder)).toEqual(["lock.1"])
    for (let at = 0; at < 10; at++) (await lockFolder(folder))()
    expect(readdirSync(folder).length).toBeLessThan(10)
  })

  it("holds against another process, whatever name it calls the folder by", async () => {
    const { child, line } = await other(folder)
    expect(line).toBe("held")
    const link = join(root, `link-${folders}`)
    symlinkSync(folder, link)
    for (const name of [folder, link, join(folder, "..", folder.split("/").at(-1) ?? ""), `${folder}/`])
      await expect(lockFolder(name)).rejects.toThrow(`${folder} is in use by another process (${child.pid})`)
  })

  it("of a killed process is taken over, again and again", async () => {
    for (let at = 0; at < times; at++) {
      const { child, line } = await other(folder)
      expect(line).toBe("held")
      expect(readFileSync(join(folder, `lock.${at + 1}`), "utf8")).toContain(String(child.pid))
      await end(child)
    }
    ;(await lockFolder(folder))()
  })

  itInLongRuns("goes to one of eight that start at once", async () => {
    mkdirSync(folder, { recursive: true })
    const lines = (await Promise.all(Array.from({ length: 8 }, () => other(folder)))).map(({ line }) => line)
    expect(lines.filter(line => line === "held")).toHaveLength(1)
    expect(lines.filter(line => line.includes(folder))).toHaveLength(7)
  })

  itInLongRuns("goes to one of six that try at once after a crash, by the files alone", async () => {
    const options = { by: "lockByFile" } as const
    mkdirSync(folder, { recursive: true })
    await end((await other(folder, options)).child)
    await contend(Array<Other>(6).fill(options), times)
  })

  it.skipIf(!hasNamespaces)("goes to one of two containers that try at once after a crash", async () => {
    await end((await other(folder)).child)
    await contend([{ namespace: true }, { namespace: true }, {}], times)
  })

  it.skipIf(!hasNamespaces)("holds against another container under a path of 200 characters", async () => {
    const long = join(folder, "a".repeat(100), "b".repeat(100))
    expect((await other(long)).line).toBe("held")
    expect((await other(long, { namespace: true })).line).toContain(long)
  })

  it("counts the newest file, whichever are missing beneath it", async () => {
    mkdirSync(folder, { recursive: true })
    const { child, line } = await other(folder, { by: "lockByFile" })
    expect(line).toBe("held")
    renameSync(join(folder, "lock.1"), join(folder, "lock.5"))
    await expect(lockByFile(folder)).rejects.toThrow(`(${child.pid})`)
  })

  it("holds even when its files were swept away", async () => {
    const { line } = await other(folder)
    expect(line).toBe("held")
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    await expect(lockFolder(folder)).rejects.toThrow(folder)
  })

  it("whose file is empty is free after a silence", async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "lock.3"), "")
    ;(await lockByFile(folder, { silenceMs: 200 }))()
    expect(readdirSync(folder)).toContain("lock.4")
  })

  describe("on a file system of several machines", () => {
    const shared = { isShared: true, heartbeatMs: 50, silenceMs: 500 }
    /** As another machine sees it: the file is there, and its socket does not answer. */
    const cutOff = () => {
      for (const name of readdirSync(folder)) if (name.endsWith(".sock")) rmSync(join(folder, name))
    }

    it("is held while its file is touched, and free after a silence", async () => {
      mkdirSync(folder, { recursive: true })
      const { child, line } = await other(folder, { by: "lockByFile", options: shared })
      expect(line).toBe("held")
      cutOff()
      // Its next sign is waited for as long as a busy machine may delay it.
      await expect(lockByFile(folder, { ...shared, silenceMs: 60_000 })).rejects.toThrow(`(${child.pid})`)
      await end(child)
      const from = performance.now()
      ;(await lockByFile(folder, shared))()
      expect(performance.now() - from).toBeGreaterThan(450)
    })

    it("is free at once after it was released", async () => {
      mkdirSync(folder, { recursive: true })
      const patient = { ...shared, silenceMs: 60_000 }
      ;(await lockByFile(folder, patient))()
      const from = performance.now()
      ;(await lockByFile(folder, patient))()
      expect(performance.now() - from).toBeLessThan(patient.silenceMs / 2)
    })

    itInLongRuns("ends the process that was silent while another one took over", async () => {
      mkdirSync(folder, { recursive: true })
      const { child, line } = await other(folder, { by: "lockByFile", options: shared })
      expect(line).toBe("held")
      cutOff()
      child.kill("SIGSTOP")
      const release = await lockByFile(folder, shared)
      const ended = new Promise(done => child.once("exit", done))
      child.kill("SIGCONT")
      expect(await ended).toBe(1)
      release()
    })
  })
})
