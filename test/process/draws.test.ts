import { afterAll, afterEach, expect, it } from "vitest"
import { statuses, voidReasons, type Winner, winnerStates } from "../../src/contract/draws/draws"
import { canonical, verifyIndependently } from "../contract/draw-proof/independent"
import { rounds, sample } from "../rounds"
import { endAll, removeFolders, seeded, signIn, start } from "./kit"

/**
 * A server that is killed before, within and after the transaction of a step of a draw, and started again: never two results,
 * never a lost one. A short run kills in two steps of one draw. TEST_ROUNDS multiplies the draws; kills of all three kinds are
 * certain from 20 on.
 */
const draws = rounds

afterAll(removeFolders)
afterEach(endAll)

const day = 86_400_000
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

type Draw = { id: string; status: number; lock: { lockHash: string; round: number } | null; winners: Winner[] }
type File = { rounds: { lock: object; places: number[] | null; replacements: object[] }[] }

/** The steps of a life, each with what it leaves in the proof. */
const steps: [name: string, method: string, path: string, body: object, isDone: (file: File | undefined) => boolean][] = [
  ["lock", "POST", "lock", {}, file => file !== undefined],
  ["run", "POST", "run", {}, file => file?.rounds[0]?.places != null],
  [
    "decline",
    "PUT",
    "winner/0",
    { state: winnerStates.value("declined") },
    file => (file?.rounds[0]?.replacements.length ?? 0) === 1,
  ],
  ["redraw", "POST", "void", { reason: voidReasons.value("error"), note: "Deneme" }, file => file?.rounds.length === 2],
  ["run again", "POST", "run", {}, file => file?.rounds[1]?.places != null],
]

const killedSteps = sample(steps, 2, 1)

/** How long a step takes on a server that has just started, ms: a guess until one of the kind has been measured. */
const lengths = new Map<string, number>()
const guessMs = 60
/** Kills are spread over this multiple of a step's length, so that some follow its answer. */
const reach = 1.25

/** When to kill the server in a step, ms: the golden ratio spreads any number of kills evenly. */
const killTime = (name: string, kill: number) => ((kill * 0.618034) % 1) * reach * (lengths.get(name) ?? guessMs)

it(
  `SIGKILL in ${killedSteps.length} steps of ${draws} draw(s) gives never two results and loses none`,
  async () => {
    const dataDir = seeded()
    let server = await start(dataDir)
    let token = await signIn(server.url)
    const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(server.url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, value: ((await answer.json()) as { value: unknown }).value }
    }
    const readDraw = async (id: string) => (await call("GET", `/draw/${id}`)).value as Draw
    /** The proof, which holds whenever there is one. */
    const readFile = async (id: string) => {
      const { status, value } = await call("GET", `/draw/${id}/audit`)
      if (status === 404) return undefined
      expect(verifyIndependently(Buffer.from(canonical(value)))).toMatchObject({ holds: true })
      return value as File
    }
    /** Kills by what they left: nothing, the whole step without an answer, the whole step with its answer. */
    const kills = { uncommitted: 0, unanswered: 0, answered: 0 }

    for (let at = 0; at < draws; at++) {
      const now = Date.now()
      const made = await call("POST", "/draw/create", {
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
      const { id } = made.value as Draw
      for (const [index, [name, method, path, body, isDone]] of steps.entries()) {
        if (!killedSteps.some(([killed]) => killed === name)) {
          expect((await call(method, `/draw/${id}/${path}`, body)).status).toBe(200)
          continue
        }
        const before = await readFile(id)
        const key = { "Idempotency-Key": `${id} ${name}` }
        const started = performance.now()
        const acknowledged = call(method, `/draw/${id}/${path}`, body, key).then(
          answer => ({ ...answer, after: performance.now() - started }),
          () => undefined,
        )
        await pause(killTime(name, at + index * draws))
        const killedAfter = performance.now() - started
        server.child.kill("SIGKILL")
        await server.ended
        const answer = await acknowledged
        if (answer) lengths.set(name, answer.after)
        server = await start(dataDir)
        token = await signIn(server.url)

        const after = await readFile(id)
        kills[answer ? "answered" : isDone(after) ? "unanswered" : "uncommitted"]++
        const what = `${name} of draw ${at}, killed after ${Math.round(killedAfter)} ms`
        // What was answered is there; what was not is there as a whole or not at all.
        if (answer) expect([what, answer.status, isDone(after)]).toEqual([what, 200, true])
        if (!isDone(after)) expect([what, after]).toEqual([what, before])
        // The repeated call answers what is there, and changes nothing where it was done.
        const repeated = performance.now()
        const again = await call(method, `/draw/${id}/${path}`, body, key)
        if (!isDone(after)) lengths.set(name, performance.now() - repeated)
        const file = await readFile(id)
        expect([what, again.status, isDone(file)]).toEqual([what, 200, true])
        if (isDone(after)) expect([what, file]).toEqual([what, after])
        if (before) expect([what, file?.rounds.length]).toEqual([what, name === "redraw" ? 2 : before.rounds.length])
      }
      const draw = await readDraw(id)
      const file = await readFile(id)
      expect([draw.status, draw.lock?.round]).toEqual([statuses.value("drawn"), 1])
      expect(draw.winners.map(({ ticket }) => Number(ticket) - 1)).toEqual(file?.rounds[1]?.places)
    }
    process.stdout.write(
      `${draws * killedSteps.length} kills in steps of draws: ${kills.uncommitted} before the commit, ${kills.unanswered} between commit and answer, ${kills.answered} after the answer, 0 lost, 0 doubled\n`,
    )
    if (draws >= 20) expect(Object.entries(kills).filter(([, count]) => count === 0)).toEqual([])
  },
  300_000 * draws,
)
