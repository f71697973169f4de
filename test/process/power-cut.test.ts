import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { isLong, rounds } from "../rounds"
import { afterCut, preload } from "./disk"
import { endAll, fresh, removeFolders, run, seeded, signIn, start } from "./kit"

/**
 * The power fails, and the disk keeps only what was synced. A short run cuts it once, in the second run of a server on the
 * demonstration's data; a long run cuts it during a first start and after one too, TEST_ROUNDS times as often.
 */

afterAll(removeFolders)
afterEach(endAll)

/** A data folder on a disk that forgets, the variables for a server on it, and what is left after a cut. */
const forgetful = () => {
  const folder = fresh()
  const dataDir = join(folder, "data")
  const kept = fresh()
  const left = () => {
    const after = fresh()
    afterCut(folder, kept, after)
    const found = join(after, "data")
    mkdirSync(found, { recursive: true })
    return found
  }
  return {
    dataDir,
    env: { DISK_OF: folder, DISK_AT: kept },
    left,
    /** What a cut at this moment leaves of a server that goes on afterwards. */
    leftNow: async (pid = 0) => {
      process.kill(pid, "SIGSTOP")
      await expect.poll(() => readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/^State:\s+T/m)
      try {
        return left()
      } finally {
        process.kill(pid, "SIGCONT")
      }
    },
  }
}

const namesOf = async (url: string, token: string) => {
  const answer = await fetch(`${url}/department/list`, { headers: { Authorization: `Bearer ${token}` } })
  const { value } = (await answer.json()) as { value: { name: string }[] }
  return value.map(({ name }) => name).filter(name => name.startsWith("Kesinti"))
}

/** @returns the names of acknowledged departments */
const write = async (url: string, token: string, count: number, first = 100) => {
  const names: string[] = []
  for (let at = first; at < first + count; at++) {
    const name = `Kesinti ${at}`
    const answer = await fetch(`${url}/department/create`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name }),
    })
    expect(answer.status).toBe(200)
    names.push(name)
  }
  return names
}

const everything = async (dataDir: string) => {
  const { url } = await start(dataDir)
  return namesOf(url, await signIn(url))
}

describe("a power cut", () => {
  if (isLong)
    it.each([1, 8, 900, 1_230, ...Array.from({ length: 5 * (rounds - 1) }, (_, at) => 11 + 53 * at)])(
      "before sync %i of a first start leaves a folder that starts",
      async cut => {
        const { dataDir, env, left } = forgetful()
        const first = run({ ...env, DISK_CUT: String(cut), DATA_DIR: dataDir, PORT: "0", MODE: "demo" }, { flags: preload })
        await Promise.race([first.ended, expect.poll(first.output, { timeout: 60_000 }).toContain("http://")])
        first.child.kill("SIGKILL")
        await first.ended
        expect(await everything(left())).toEqual([])
      },
    )

  it.each(isLong ? [true, false] : [false])(
    "keeps what was acknowledged, where the server installs its data: %s",
    async isFirst => {
      const { dataDir, env, left, leftNow } = forgetful()
      if (!isFirst) cpSync(seeded(), dataDir, { recursive: true })
      const first = await start(dataDir, { ...env, ...(!isFirst && { DISK_HAS_DATA: "1" }) }, { flags: preload })
      const names = await write(first.url, await signIn(first.url), 20)
      const cuts = [{ left: isLong ? await leftNow(first.child.pid) : "", names: [...names] }]
      first.child.kill("SIGTERM")
      expect(await first.ended).toBe(0)
      cuts.push({ left: isLong ? left() : "", names: [...names] })
      const second = await start(dataDir, env, { flags: preload })
      names.push(...(await write(second.url, await signIn(second.url), 10, 200)))
      second.child.kill("SIGKILL")
      await second.ended
      cuts.push({ left: left(), names })
      for (const cut of cuts.filter(cut => cut.left)) expect((await everything(cut.left)).sort()).toEqual(cut.names.sort())
    },
  )

  if (isLong)
    it("after a backup and a restore keeps all of it", async () => {
      const source = seeded()
      const before = await start(source)
      const names = await write(before.url, await signIn(before.url), 5)
      before.child.kill("SIGTERM")
      await before.ended
      const { dataDir, env, left } = forgetful()
      const file = join(fresh(), "file")
      expect(await run({ DATA_DIR: source }, { program: ["admin.js", "backup", file] }).ended).toBe(0)
      const restored = run({ ...env, DATA_DIR: dataDir }, { program: ["admin.js", "restore", file], flags: preload })
      expect([await restored.ended, restored.output()]).toEqual([0, expect.stringContaining("departments")])
      expect((await everything(left())).sort()).toEqual(names.sort())
    })
})
