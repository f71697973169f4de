import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createRandom, type Random } from "../../../server/src/seed/random"
import { buildEntries, type Participant, rootOf } from "../../../src/contract/draw-proof/entries"
import { writeProof } from "../../../src/contract/draw-proof/file"
import { createLock } from "../../../src/contract/draw-proof/lock"
import { ineligibleOf } from "../../../src/contract/draw-proof/places"
import type { ProofRound, ProofRules, PublicRandomness } from "../../../src/contract/draw-proof/proof"
import { beaconRoundAfter, beaconTime } from "../../../src/contract/draw-proof/public-randomness"
import { receiptOf } from "../../../src/contract/draw-proof/receipt"
import { drawRound } from "../../../src/contract/draw-proof/round"
import { verify } from "../../../src/contract/draw-proof/verify"
import { hex, utf8 } from "../../../src/core/hashing/hashing"
import { webHashing } from "../../../src/core/hashing/web-hashing"
import { isLong, rounds } from "../../rounds"
import {
  canonical,
  commitmentOf,
  type Entry,
  keyOf,
  orderOf,
  saltOf,
  rootOf as secondRootOf,
  verifyIndependently,
} from "./independent"
import { hashing, methods, pause, rulesOf, vectorOf } from "./kit"

/**
 * The product and a second implementation, made from docs/draw-proof.md alone, find the same in every file. A short run
 * takes 15 draws, a long one 50 for each of TEST_ROUNDS: 200 gives 10,000. TEST_SEED makes others.
 */
const draws = isLong ? 50 * rounds : 15
/** Which bytes are changed: in a long run each one. */
const step = isLong ? 1 : 8
const seed = Number(process.env.TEST_SEED ?? 20_260_504)

const bytes = (random: Random) => Uint8Array.from({ length: 32 }, () => random.whole(0, 255))
const words = ["çekiliş", "“tırnak”", "日本", "👩‍🚀", "\u2028", '"\\/', "\u0007", "ﬁ", "e\u0301", "", "0"]
const phrase = (random: Random, count: number) => Array.from({ length: count }, () => random.pick(words)).join(" ")

const people = (random: Random, method: string): Participant[] => {
  // As many small draws as large ones, and both ends.
  const count = random.chance(0.02) ? 5_000 : random.chance(0.05) ? 1 : Math.floor(5_001 ** (random.whole(0, 9_999) / 10_000))
  const times = random.pick([1, 3, count, 86_400_000])
  const most = random.pick([1, 2, 1_000, 1_000_000_000])
  return Array.from({ length: count }, (_, at) => ({
    employeeId: `${at}-${random.whole(0, 1_000_000)}`,
    weight: method === "scoreBased" ? random.whole(1, most) : 1,
    time: method === "firstComeFirstServed" ? Date.UTC(2026, 4, 2) + random.whole(1, times) : 0,
  }))
}

const randomnessOf = (random: Random, at: number): { publicRandomness: PublicRandomness; publicValue: string; delay: number } => {
  switch (random.pick(["none", "witness", "drand"] as const)) {
    case "none":
      return { publicRandomness: { kind: "none" }, publicValue: "", delay: random.whole(0, 9) }
    case "witness":
      return {
        publicRandomness: { kind: "witness" },
        publicValue: `${phrase(random, 3)}x`.slice(0, 90),
        delay: random.whole(0, 9),
      }
    case "drand": {
      const round = beaconRoundAfter(at) + random.whole(0, 5)
      return { publicRandomness: { kind: "drand", round }, publicValue: hex(bytes(random)), delay: beaconTime(round) - at }
    }
  }
}

/** A draw with rounds, replacements and redraws, as a server holds it. */
const hold = async (random: Random) => {
  const method = random.pick(methods)
  const prizes = Array.from({ length: random.whole(1, 4) }, (_, at) => ({
    name: `${at} ${phrase(random, 2)}`,
    type: random.pick(["physical", "digital", "coupon"] as const),
    quantity: random.pick([1, 1, 2, 5, 20]),
    value: random.pick([null, 0, 12.5, 1e21, 1e-7, 3_500]),
  }))
  const rules = rulesOf({
    method,
    prizes,
    title: phrase(random, 3),
    terms: phrase(random, 5),
    drawId: `d${random.whole(0, 1e6)}`,
    ...random.pick([{}, { company: phrase(random, 2), organisers: random.whole(0, 9) }]),
  })
  const saltKey = bytes(random)
  const built = await buildEntries(hashing, { drawId: rules.drawId, saltKey, participants: people(random, method) }, pause)
  const entries = built.map(({ entry }) => entry)
  const root = await rootOf(hashing, entries, pause)
  const rounds: ProofRound[] = []
  let now = Date.parse(rules.drawDate)
  const instant = () => {
    now += random.whole(0, 60_000)
    return new Date(now).toISOString()
  }
  const count = random.pick([1, 1, 2, 3])
  for (let index = 0; index < count; index++) {
    const roundSeed = hex(bytes(random))
    const lockedAt = instant()
    const { publicRandomness, publicValue, delay } = randomnessOf(random, now)
    const before = rounds.at(-1)
    const lock = await createLock(hashing, {
      domain: "real",
      rules,
      root,
      entryCount: entries.length,
      seed: roundSeed,
      publicRandomness,
      lockedAt,
      ...(before && {
        redraw: {
          round: index,
          previous: before,
          reason: random.pick(["rules", "entries", "error"] as const),
          ineligible: random.chance(0.7) ? ineligibleOf(rounds) : [],
        },
      }),
    })
    const round: ProofRound = { lock, drawnAt: null, seed: null, publicValue: null, places: null, replacements: [] }
    rounds.push(round)
    if (index === count - 1 && random.chance(0.15)) break
    now += delay
    const drawn = await drawRound(hashing, { entries, rules, lock, seed: roundSeed, publicValue }, pause)
    Object.assign(round, { drawnAt: instant(), seed: roundSeed, publicValue, places: drawn.places })
    for (let step = random.pick([0, 0, 3, 12]); step > 0; step--) {
      const place = random.whole(0, Math.min(drawn.places.length - 1, 30))
      const position = await drawn.replace(place)
      if (position === undefined) continue
      const reason = random.pick(["declined", "expired", "ineligible", "error"] as const)
      round.replacements.push({ at: instant(), place, reason, position })
    }
  }
  const { text } = await writeProof(hashing, { domain: "real", entries, rounds, rules }, pause)
  return { file: utf8(text), rules, rounds, entries, saltKey, employeeIds: built.map(({ employeeId }) => employeeId) }
}

describe("the page", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/draw-proof.md"), "utf8")
  const files = [...page.matchAll(/^```json\n(.*)\n```$/gm)].map(([, file = ""]) => file)

  const titles = [...methods.map(method => `Method ${method}`), "Ineligible entries left out"]
  it.each(titles.map((title, at) => [title, at] as const))("has vectors that its words lead to: %s", (title, at) => {
    const file = files[at] ?? ""
    expect(verifyIndependently(Buffer.from(file))).toMatchObject({ holds: true })
    const { entries, rounds, rules } = JSON.parse(file) as { entries: Entry[]; rounds: ProofRound[]; rules: ProofRules }
    const section = page.slice(page.indexOf(`### ${title}`), page.indexOf(file))
    const cellOf = (name: string) => new RegExp(`^\\| ${name} \\| (.*?) \\|$`, "m").exec(section)?.[1]?.replaceAll("`", "")
    expect(secondRootOf(entries)).toBe(cellOf("`root`"))
    const saltKey = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte))
    const byPosition = cellOf("`employeeId` by position")?.split(", ") ?? []
    expect(byPosition.map(id => commitmentOf(rules.drawId, id, saltOf(saltKey, id)))).toEqual(entries.map(([entry]) => entry))
    for (const [index, { lock, seed, publicValue }] of rounds.entries()) {
      const lockHash = cellOf(`round ${index}: \`lockHash\``) ?? ""
      const key = keyOf(seed ?? "", lock.domain, lockHash, publicValue ?? "")
      expect(key.toString("hex")).toBe(cellOf(`round ${index}: key`))
      expect([...orderOf(rules.method, entries, key, lock.ineligible)].join(", ")).toBe(cellOf(`round ${index}: order`))
    }
  })
})

describe("a second implementation", () => {
  it(`agrees on ${draws} random draws of 1 to 5,000 entries`, async () => {
    const random = createRandom(seed)
    const [started, seen] = [performance.now(), { entries: 0, rounds: 0, replacements: 0 }]
    for (let at = 0; at < draws; at++) {
      const { file, rounds, entries, rules, saltKey, employeeIds } = await hold(random)
      // The product's browser primitives, which are slower, for what is small.
      const report = await verify(file, entries.length < 200 ? webHashing : hashing)
      const second = verifyIndependently(file)
      const name = `draw ${at} of seed ${seed}`
      expect([name, report.holds, second.holds]).toEqual([name, true, true])
      expect([name, second.holds && second.lockHashes]).toEqual([name, report.lockHashes])
      const position = random.whole(0, entries.length - 1)
      const id = employeeIds[position] ?? ""
      const salt = saltOf(Buffer.from(saltKey), id)
      expect(await receiptOf(hashing, saltKey, id)).toBe(`${id}.${salt.toString("hex")}`)
      expect(commitmentOf(rules.drawId, id, salt)).toBe(entries[position]?.[0])
      seen.entries += entries.length
      seen.rounds += rounds.length
      seen.replacements += rounds.reduce((sum, { replacements }) => sum + replacements.length, 0)
    }
    const seconds = Math.round((performance.now() - started) / 1_000)
    process.stdout.write(
      `draws verified twice: ${draws} with ${seen.entries} entries, ${seen.rounds} rounds, ${seen.replacements} replacements in ${seconds} s\n`,
    )
  })
})

/** What both make of a file: null where it holds, else the first check that does not. */
const verdicts = async (file: Uint8Array) => {
  const second = verifyIndependently(file)
  const { holds, checks } = await verify(file, hashing)
  const first = checks.find(({ failure }) => failure)?.name ?? null
  expect(holds).toBe(first === null)
  return [first, second.holds ? null : second.check] as const
}

type Leaf = { path: (string | number)[]; value: null | string | number }
const leavesOf = (value: unknown, path: (string | number)[] = []): Leaf[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]))
    : [{ path, value: value as Leaf["value"] }]

/** Returns a copy of the content in which one leaf is another. */
const withLeaf = (content: object, path: Leaf["path"], value: unknown) => {
  const copy = structuredClone(content) as never
  const last = path.at(-1) ?? ""
  const parent = path.slice(0, -1).reduce<Record<string | number, unknown>>((at, name) => at[name] as never, copy)
  parent[last] = value
  return copy as object
}

/** Other values of the same kind, and of another. */
const othersOf = (value: Leaf["value"]): unknown[] => {
  if (typeof value === "number") return [value + 1, value - 1, String(value), null]
  if (value === null) return [0, "", "0".repeat(64)]
  if (/^[0-9a-f]{64}$/.test(value))
    return [value.replace(/.$/, last => (last === "0" ? "1" : "0")), value.toUpperCase().replace(/^\d+$/, "A"), null]
  if (/^\d{4}-.*Z$/.test(value)) {
    const moved = (ms: number) => new Date(Date.parse(value) + ms).toISOString()
    return [moved(1_000), moved(-1_000), moved(86_400_000), moved(-86_400_000), value.replace(".000Z", "Z")]
  }
  return [`${value}x`, "", "random", "real", "scoreBased", "error", "\ud800", 1]
}

/** With the digest that a forger would write. */
const sealed = (content: object) => {
  const digest = createHash("sha256").update(canonical(content)).digest("hex")
  return Buffer.from(canonical({ ...content, digest }))
}

describe("a changed file", () => {
  it.each(methods)("is refused by both, whichever byte differs: %s", async method => {
    const { file } = await vectorOf(method)
    const random = createRandom(seed)
    for (let at = random.whole(0, step - 1); at < file.length; at += step) {
      const changed = Uint8Array.from(file)
      changed[at] = (Number(file[at]) + random.whole(1, 255)) % 256
      const [first, second] = await verdicts(changed)
      expect([at, first, second]).toEqual([at, expect.any(String), first])
    }
    for (const cut of [file.subarray(1), file.subarray(0, -1), Buffer.concat([file, Buffer.from("\n")]), Buffer.alloc(0)])
      expect(await verdicts(cut)).toEqual(["file", "file"])
    expect(await verdicts(Buffer.concat([Buffer.from("\ufeff"), file]))).toEqual(["file", "file"])
  })

  it.each(methods)("is refused by both for the same reason when its digest is made anew: %s", async method => {
    const { file } = await vectorOf(method)
    const { digest: _, ...content } = JSON.parse(Buffer.from(file).toString()) as Record<string, never>
    expect(await verdicts(sealed(content))).toEqual([null, null])
    let changes = 0
    for (const { path, value } of leavesOf(content))
      for (const other of othersOf(value).filter(other => other !== value)) {
        const [first, second] = await verdicts(sealed(withLeaf(content, path, other)))
        const name = `${path.join(".")}: ${JSON.stringify(other)}`
        expect([name, second]).toEqual([name, first])
        // Nothing in the file refers to the last round: a lock that leads to the same places holds, though its code is another.
        const isFree = /^rounds\.1\.(drawnAt|publicValue|lock\.(lockedAt|reason)|replacements\.0\.(at|reason))$/.test(
          path.join("."),
        )
        if (!isFree) expect([name, first]).toEqual([name, expect.any(String)])
        changes++
      }
    expect(changes).toBeGreaterThan(300)
  })

  it("is refused by both when members, entries, rounds or replacements are added, left out or moved", async () => {
    for (const method of methods) {
      const { file } = await vectorOf(method)
      const { digest: _, ...content } = JSON.parse(Buffer.from(file).toString())
      const changed = (change: (copy: typeof content) => unknown) => {
        const copy = structuredClone(content)
        change(copy)
        return sealed(copy)
      }
      const changes: [string, (copy: typeof content) => unknown, string][] = [
        ["a member more", copy => Object.assign(copy, { note: "" }), "file"],
        ["a member less", copy => Reflect.deleteProperty(copy, "version"), "file"],
        ["a member of a lock more", copy => Object.assign(copy.rounds[0].lock, { note: 1 }), "file"],
        ["an entry less", copy => copy.entries.pop(), "root"],
        ["an entry twice", copy => copy.entries.push(copy.entries.at(-1)), "entries"],
        ["entries in another order", copy => copy.entries.reverse(), "entries"],
        ["the round before left out", copy => copy.rounds.shift(), "chain"],
        ["rounds in another order", copy => copy.rounds.reverse(), "chain"],
        ["a round twice", copy => copy.rounds.push(copy.rounds[1]), "chain"],
        ["a replacement of the round before left out", copy => copy.rounds[0].replacements.pop(), "chain"],
        ["a place less", copy => copy.rounds[1].places.pop(), "places"],
        ["a replacement twice", copy => copy.rounds[1].replacements.push(copy.rounds[1].replacements[0]), ""],
        ["a seed that was not drawn", copy => Object.assign(copy.rounds[1], { drawnAt: null }), "file"],
        ["a rehearsal", copy => Object.assign(copy, { domain: "rehearsal" }), "domain"],
      ]
      for (const [name, change, check] of changes) {
        const [first, second] = await verdicts(changed(change))
        expect([method, name, second]).toEqual([method, name, first])
        if (check) expect([method, name, first]).toEqual([method, name, check])
      }
    }
  })
})
