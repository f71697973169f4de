import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { statuses, voidReasons, type Winner, winnerStates } from "../../src/contract/draws/draws"
import { reportAttack } from "../attacks"
import { canonical, verifyIndependently } from "../contract/draw-proof/independent"
import { isLong, rounds, sample } from "../rounds"
import { afterCut, preload } from "./disk"
import { endAll, fresh, removeFolders, run, seeded, signIn, start } from "./kit"

/**
 * A server that is killed while three callers write and a step of a draw runs, on a disk that keeps only what was synced: neither a
 * start on its folder nor one on what a power cut leaves of it loses what was acknowledged, or has two results of a draw. A short run
 * kills once; a long run in every step of TEST_ROUNDS draws. Kills before, within and after the transaction are certain from 20 on.
 */
const draws = rounds
/** In a long run, the kills whose disk is looked at as after a power cut: one of this many. */
const cutEvery = isLong ? 10 : 1

afterAll(removeFolders)
afterEach(endAll)

const day = 86_400_000
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** A data folder on a disk that forgets, the variables for a server on it, and a folder with what a power cut leaves. */
const forgetful = () => {
  const folder = fresh()
  const kept = fresh()
  const left = () => {
    const after = fresh()
    afterCut(folder, kept, after)
    const found = join(after, "data")
    mkdirSync(found, { recursive: true })
    return found
  }
  return { dataDir: join(folder, "data"), env: { DISK_OF: folder, DISK_AT: kept }, left }
}

type Server = Awaited<ReturnType<typeof start>>
type Draw = { id: string; status: number; lock: { round: number } | null; winners: Winner[] }
type Proof = { rounds: { places: number[] | null; replacements: object[] }[] }

const connect = async (server: Server) => {
  const token = await signIn(server.url)
  const call = async <T = unknown>(method: string, path: string, body?: object, headers = {}) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, value: ((await answer.json()) as { value: T }).value }
  }
  return {
    call,
    /** The names of departments that were made here. */
    names: async () => {
      const { value } = await call<{ name: string }[]>("GET", "/department/list")
      return value.map(({ name }) => name).filter(name => name.startsWith("Kesinti"))
    },
    /** How many departments the company has, and how many its quota counts. */
    departments: async () => {
      const { value: tenantId } = await call<string>("GET", "/tenant/getcurrenttenantid")
      const { value: all } = await call<{ tenantId: string | null }[]>("GET", "/department/list")
      const { value: uses } = await call<{ kind: string; used: number }[]>("GET", `/tenant/${tenantId}/usage`)
      const stored = all.filter(department => department.tenantId === tenantId).length
      return { stored, counted: uses.find(({ kind }) => kind === "department")?.used }
    },
    /** The proof of a draw, which holds whenever there is one. */
    proof: async (id: string) => {
      const { status, value } = await call<Proof>("GET", `/draw/${id}/audit`)
      if (status === 404) return undefined
      expect(verifyIndependently(Buffer.from(canonical(value)))).toMatchObject({ holds: true })
      return value
    },
  }
}
type Api = Awaited<ReturnType<typeof connect>>

/** Makes departments until the server is gone. @param acknowledged takes the names whose creation was answered */
const write = async ({ call }: Api, name: string, acknowledged: string[]) => {
  for (let at = 0; ; at++) {
    const body = { name: `Kesinti ${name} ${at}` }
    const answer = await call("POST", "/department/create", body).catch(() => undefined)
    if (answer?.status !== 200) return
    acknowledged.push(body.name)
  }
}

/** The steps of a life, each with what it leaves in the proof. */
const steps: [name: string, method: string, path: string, body: object, isDone: (proof?: Proof) => boolean][] = [
  ["lock", "POST", "lock", {}, proof => proof !== undefined],
  ["run", "POST", "run", {}, proof => proof?.rounds[0]?.places != null],
  ["decline", "PUT", "winner/0", { state: winnerStates.value("declined") }, proof => proof?.rounds[0]?.replacements.length === 1],
  ["redraw", "POST", "void", { reason: voidReasons.value("error"), note: "Deneme" }, proof => proof?.rounds.length === 2],
  ["run again", "POST", "run", {}, proof => proof?.rounds[1]?.places != null],
]
const killedSteps = sample(steps, 1, 1)

/** How long a step takes on a server that has just started, ms: a guess until one of the kind has been measured. */
const lengths = new Map<string, number>()
const guessMs = 60
/** Kills are spread over this multiple of a step's length, so that some follow its answer: the golden ratio spreads them evenly. */
const reach = 1.25
const killTime = (name: string, kill: number) => ((kill * 0.618034) % 1) * reach * (lengths.get(name) ?? guessMs)

describe("a server that is killed while it writes", () => {
  it(
    "loses nothing that was acknowledged, and has one result of each draw, after a start and after a power cut",
    async () => {
      const { dataDir, env, left } = forgetful()
      cpSync(seeded(), dataDir, { recursive: true })
      let server = await start(dataDir, { ...env, DISK_HAS_DATA: "1" }, { flags: preload })
      let api = await connect(server)
      const acknowledged: string[] = []
      /** Kills by what they left of the step: nothing, the whole without an answer, the whole with its answer. */
      const kills = { uncommitted: 0, unanswered: 0, answered: 0 }
      let [kill, cuts] = [0, 0]

      for (let at = 0; at < draws; at++) {
        const now = Date.now()
        const made = await api.call<Draw>("POST", "/draw/create", {
          title: `Kesilen çekiliş ${at}`,
          description: "Her adımında sunucu kapanır",
          method: 0,
          eligibility: 0,
          prizes: [{ name: "Kupa", type: 0, quantity: 3, value: null }],
          startDate: new Date(now - 3 * day).toISOString(),
          endDate: new Date(now - 2 * day).toISOString(),
          drawDate: new Date(now - day).toISOString(),
          status: 1,
        })
        const { id } = made.value
        for (const step of steps) {
          const [name, method, path, body, isDone] = step
          if (!killedSteps.includes(step)) {
            expect((await api.call(method, `/draw/${id}/${path}`, body)).status).toBe(200)
            continue
          }
          const before = await api.proof(id)
          const writers = [1, 2, 3].map(writer => write(api, `${kill} ${writer}`, acknowledged))
          const goal = acknowledged.length + 3 + (kill % 5)
          while (acknowledged.length < goal) await pause(5)
          const key = { "Idempotency-Key": `${id} ${name}` }
          const from = performance.now()
          const pending = api.call(method, `/draw/${id}/${path}`, body, key).then(
            answer => ({ ...answer, after: performance.now() - from }),
            () => undefined,
          )
          await pause(killTime(name, kill))
          server.child.kill("SIGKILL")
          await Promise.all([server.ended, ...writers])
          const answer = await pending
          if (answer) lengths.set(name, answer.after)
          const what = `${name} of draw ${at}`

          /** What was answered is there; what was not is there as a whole or not at all. @returns the proof */
          const check = async ({ names, departments, proof }: Api) => {
            const kept = await names()
            const { stored, counted } = await departments()
            expect([what, counted]).toEqual([what, stored])
            expect([what, acknowledged.filter(made => !kept.includes(made))]).toEqual([what, []])
            const found = await proof(id)
            if (answer) expect([what, answer.status, isDone(found)]).toEqual([what, 200, true])
            if (!isDone(found)) expect([what, found]).toEqual([what, before])
            return found
          }
          if (kill % cutEvery === 0) {
            const other = await start(left())
            await check(await connect(other))
            other.child.kill("SIGKILL")
            cuts++
          }
          server = await start(dataDir, env, { flags: preload })
          api = await connect(server)
          const after = await check(api)
          kills[answer ? "answered" : isDone(after) ? "unanswered" : "uncommitted"]++
          kill++

          // The repeated call answers what is there, and changes nothing where it was done.
          const repeated = performance.now()
          const again = await api.call(method, `/draw/${id}/${path}`, body, key)
          if (!isDone(after)) lengths.set(name, performance.now() - repeated)
          const proof = await api.proof(id)
          expect([what, again.status, isDone(proof)]).toEqual([what, 200, true])
          if (isDone(after)) expect([what, proof]).toEqual([what, after])
        }
        const draw = (await api.call<Draw>("GET", `/draw/${id}`)).value
        const proof = await api.proof(id)
        expect([draw.status, draw.lock?.round]).toEqual([statuses.value("drawn"), 1])
        expect(draw.winners.map(({ ticket }) => Number(ticket) - 1)).toEqual(proof?.rounds[1]?.places)
      }
      const stepKills = `${kills.uncommitted} before the commit, ${kills.unanswered} between commit and answer, ${kills.answered} after it`
      reportAttack(
        "kills, and disks after a power cut",
        kill + cuts,
        0,
        `${acknowledged.length} acknowledged writes, ${stepKills}`,
      )
      if (draws >= 20) expect(Object.entries(kills).filter(([, count]) => count === 0)).toEqual([])
    },
    300_000 * draws,
  )
})

if (isLong)
  describe("a power cut", () => {
    it.each([1, 8, 900, 1_230, ...Array.from({ length: rounds - 1 }, (_, at) => 11 + 79 * at)])(
      "before sync %i of a first start leaves a folder that starts",
      async cut => {
        const { dataDir, env, left } = forgetful()
        const first = run({ ...env, DISK_CUT: String(cut), DATA_DIR: dataDir, PORT: "0", MODE: "demo" }, { flags: preload })
        await Promise.race([first.ended, expect.poll(first.output, { timeout: 60_000 }).toContain("http://")])
        first.child.kill("SIGKILL")
        await first.ended
        expect(await (await connect(await start(left()))).names()).toEqual([])
      },
    )

    it("in the first run of a server, at any moment, and after its stop, keeps what was acknowledged", async () => {
      const { dataDir, env, left } = forgetful()
      const first = await start(dataDir, env, { flags: preload })
      const acknowledged: string[] = []
      const writing = write(await connect(first), "ilk", acknowledged)
      while (acknowledged.length < 20) await pause(5)
      first.child.kill("SIGSTOP")
      const { pid } = first.child
      await expect.poll(() => readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/^State:\s+T/m)
      const cuts = [{ folder: left(), names: [...acknowledged] }]
      first.child.kill("SIGCONT")
      first.child.kill("SIGTERM")
      expect(await first.ended).toBe(0)
      await writing
      cuts.push({ folder: left(), names: acknowledged })
      for (const { folder, names } of cuts)
        expect(await (await connect(await start(folder))).names()).toEqual(expect.arrayContaining(names))
    })

    it("after a backup and a restore keeps all of it", async () => {
      const source = seeded()
      const before = await start(source)
      const acknowledged: string[] = []
      const writing = write(await connect(before), "yedek", acknowledged)
      while (acknowledged.length < 5) await pause(5)
      before.child.kill("SIGTERM")
      await Promise.all([before.ended, writing])
      const { dataDir, env, left } = forgetful()
      const file = join(fresh(), "file")
      expect(await run({ DATA_DIR: source }, { program: ["admin.js", "backup", file] }).ended).toBe(0)
      const restored = run({ ...env, DATA_DIR: dataDir }, { program: ["admin.js", "restore", file], flags: preload })
      expect([await restored.ended, restored.output()]).toEqual([0, expect.stringContaining("departments")])
      expect(await (await connect(await start(left()))).names()).toEqual(expect.arrayContaining(acknowledged))
    })
  })
