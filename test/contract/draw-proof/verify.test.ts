import { describe, expect, it } from "vitest"
import type { Proof, ProofEntry, ProofRound } from "../../../src/contract/draw-proof/proof"
import type { Report } from "../../../src/contract/draw-proof/report"
import { verify } from "../../../src/contract/draw-proof/verify"
import { utf8 } from "../../../src/core/hashing/hashing"
import { webHashing } from "../../../src/core/hashing/web-hashing"
import { allowedMs } from "../../pace"
import { isLong } from "../../rounds"
import { fileOf, hashing, holdDraw, methods, vectorOf } from "./kit"

/** What does not hold: `check`, or `check round`, and the reason. */
const failuresOf = ({ checks }: Report): string[] =>
  checks.flatMap(({ name, round, failure }) =>
    failure ? [`${name}${round === null ? "" : ` ${round}`}: ${failure.reason}`] : [],
  )

const text = (file: Uint8Array) => new TextDecoder().decode(file)

describe("a proof file", () => {
  it.each(methods)("of the method %s holds, with replacements and a redraw, by both implementations of hashing", async method => {
    const { file, proof } = await vectorOf(method)
    for (const primitives of [hashing, webHashing]) {
      const report = await verify(file, primitives)
      expect(failuresOf(report)).toEqual([])
      expect(report.holds).toBe(true)
      expect(report.proof).toEqual(proof)
      expect(report.checks.map(({ name, round }) => `${name} ${round}`)).toEqual([
        ...["file null", "digest null", "domain null", "entries null"],
        ...[0, 1].flatMap(round =>
          ["rules", "root", "chain", "times", "seed", "publicValue", "places", "replacements"].map(name => `${name} ${round}`),
        ),
      ])
    }
  })

  it.each(methods)("of the method %s gives those who were ineligible no prize again", async method => {
    const { file, proof } = await vectorOf(method, false)
    const [first, second] = proof.rounds
    const out = first?.places?.[3] as number
    expect(second?.lock.ineligible).toEqual([out])
    expect([...(second?.places ?? []), ...(second?.replacements.map(({ position }) => position) ?? [])]).not.toContain(out)
    expect(failuresOf(await verify(file, hashing))).toEqual([])
  })

  it("that is locked and not drawn yet holds, and names its lock code", async () => {
    const { file, proof } = await holdDraw({ steps: [{ isDrawn: false }] })
    const report = await verify(file, hashing)
    expect(report.holds).toBe(true)
    expect(report.lockHashes).toHaveLength(1)
    expect(proof.rounds[0]?.places).toBeNull()
  })

  it("of a rehearsal never holds, though all else in it does", async () => {
    const { file } = await holdDraw({ domain: "rehearsal" })
    const report = await verify(file, hashing)
    expect(failuresOf(report)).toEqual(["domain: rehearsal"])
    expect(report.holds).toBe(false)
  })

  it("with more pieces than a list can hold is verified at once, whatever drops out", async () => {
    const start = performance.now()
    const drops = [0, 1, 2, 3, 4].map(place => ({ place, reason: "error" as const }))
    const prizes = [{ name: "Kahve", type: "coupon" as const, quantity: 2 ** 31 - 1, value: null }]
    const { file } = await holdDraw({ rules: { prizes }, steps: [{ drops }] })
    expect(failuresOf(await verify(file, hashing))).toEqual([])
    expect(performance.now() - start).toBeLessThan(allowedMs(1_000))
  })

  it("holds with one entry, and with fewer entries than places", async () => {
    const [one] = await Promise.all([
      holdDraw({ participants: [{ employeeId: "1", weight: 1, time: 0 }], steps: [{ drops: [{ place: 0, reason: "error" }] }] }),
    ])
    expect(one.proof.rounds[0]).toMatchObject({ places: [0], replacements: [{ position: null }] })
    expect((await verify(one.file, hashing)).holds).toBe(true)
  })
})

/** Which bytes are changed, in a long run each one. With an odd step each bit of a byte is among them. */
const step = isLong ? 1 : 5

describe("every changed byte", () => {
  it.each(methods)("of a file of the method %s is refused, with the reason", async method => {
    const { file } = await vectorOf(method)
    for (let at = 0; at < file.length; at += step) {
      const changed = file.slice()
      changed[at] = (changed[at] as number) ^ (1 << (at % 8))
      const report = await verify(changed, hashing)
      expect([at, report.holds, failuresOf(report).length > 0]).toEqual([at, false, true])
    }
  })

  it("and every missing or additional one is refused", async () => {
    const { file } = await vectorOf("random")
    for (let at = 0; at <= file.length; at += step) {
      for (const rest of [file.subarray(at + 1), Uint8Array.of(0x20, ...file.subarray(at))]) {
        const changed = new Uint8Array([...file.subarray(0, at), ...rest])
        if (changed.length === file.length) continue
        expect([at, (await verify(changed, hashing)).holds]).toEqual([at, false])
      }
    }
  })
})

describe("a file that is none", () => {
  const rows: [string, (text: string) => string | Uint8Array, string][] = [
    ["bytes that are no UTF-8", () => Uint8Array.of(0x7b, 0xff), "notUtf8"],
    ["a byte order mark", text => `\ufeff${text}`, "notJson"],
    ["half a file", text => text.slice(0, text.length / 2), "notJson"],
    ["no text", () => "", "notJson"],
    ["deep nesting", () => "[".repeat(200_000) + "]".repeat(200_000), "otherFormat"],
    ["another kind of file", () => `{"format":"invoice"}`, "otherFormat"],
    ["a later version", text => text.replace(/"version":1\}$/, '"version":2}'), "otherVersion"],
    ["a final line break", text => `${text}\n`, "notCanonical"],
    ["white space", text => text.replace(",", ", "), "notCanonical"],
    ["members in another order", text => JSON.stringify({ version: 1, ...JSON.parse(text) }), "notCanonical"],
    ["a number written otherwise", text => text.replace("12500.5", "12500.50"), "notCanonical"],
    ["a needless escape", text => text.replace("Kahve", "\\u004bahve"), "notCanonical"],
    ["half a character", text => text.replace("Kahve", "\\ud83d"), "notCanonical"],
    ["a member twice", text => text.replace('"domain"', '"digest":"","domain"'), "notCanonical"],
    ["an additional member", text => text.replace(/"version":1\}$/, '"version":1,"zone":1}'), "member zone"],
    ["a missing member", text => text.replace('"terms":"",', "").replace(',"terms":""', ""), "member rules.terms"],
    [
      "capital digits",
      text => text.replace(/"digest":"\w+"/, found => found.toUpperCase().replace("DIGEST", "digest")),
      "member digest",
    ],
    ["a weight of 0", text => text.replace(/",1,0\]/, '",0,0]'), "member entries.0"],
    ["a weight beyond whole numbers", text => text.replace(/",1,0\]/, '",9007199254740992,0]'), "member entries.0"],
    ["no entries", text => text.replace(/"entries":\[.*?\]\]/, '"entries":[]'), "member entries"],
    ["a draw's time without milliseconds", text => text.replace(/("drawnAt":"[^."]+)\.000/, "$1"), "member rounds.0.drawnAt"],
    ["a seed before the draw", text => text.replace(/"drawnAt":"[^"]+"/, '"drawnAt":null'), "member rounds.0.seed"],
    ["30 February", text => text.replace("2026-05-01", "2026-02-30"), "member rules.startDate"],
  ]
  it.each(rows)("%s: refused", async (_, change, expected) => {
    const { file } = await vectorOf("random")
    const changed = change(text(file))
    expect(changed).not.toBe(text(file))
    const report = await verify(typeof changed === "string" ? utf8(changed) : changed, hashing)
    const [failure] = report.checks.map(({ failure }) => failure)
    expect([failure?.reason, failure?.figures.path].filter(Boolean).join(" ")).toBe(expected)
    expect(report).toMatchObject({ holds: false, proof: null })
  })
})

describe("a file that was forged with care, so that its digest is right,", () => {
  const last = <T>(list: T[]) => list.at(-1) as T
  const first = (proof: Proof) => proof.rounds[0] as ProofRound
  const entry = (proof: Proof, at: number) => proof.entries[at] as ProofEntry
  const rows: [string, (typeof methods)[number], (proof: Proof) => void, string[]][] = [
    [
      "another weight",
      "scoreBased",
      proof => {
        entry(proof, 2)[1] += 1
      },
      ["root 0: root", "root 1: root"],
    ],
    [
      "a weight where all are equal",
      "random",
      proof => {
        entry(proof, 2)[1] = 2
      },
      ["entries: weight", "root 0: root"],
    ],
    [
      "weights beyond 2^53",
      "scoreBased",
      proof => {
        for (const entry of proof.entries) entry[1] = 2 ** 52
      },
      ["entries: sum"],
    ],
    [
      "another time",
      "firstComeFirstServed",
      proof => {
        entry(proof, 1)[2] -= 1
      },
      ["root 0: root"],
    ],
    [
      "a time where none counts",
      "random",
      proof => {
        entry(proof, 1)[2] = 5
      },
      ["entries: time"],
    ],
    [
      "two entries swapped",
      "random",
      proof => {
        proof.entries.splice(0, 2, entry(proof, 1), entry(proof, 0))
      },
      ["entries: order", "root 0: root"],
    ],
    [
      "an entry removed",
      "random",
      proof => {
        proof.entries.pop()
      },
      ["root 0: entryCount", "root 1: entryCount"],
    ],
    [
      "an entry replaced",
      "random",
      proof => {
        last(proof.entries)[0] = "f".repeat(64)
      },
      ["root 0: root"],
    ],
    [
      "an entry twice",
      "random",
      proof => {
        proof.entries.splice(1, 0, entry(proof, 0))
      },
      ["entries: order"],
    ],
    [
      "another seed",
      "random",
      proof => {
        last(proof.rounds).seed = "0".repeat(64)
      },
      ["seed 1: seedHash", "places 1: place"],
    ],
    [
      "another public value",
      "random",
      proof => {
        last(proof.rounds).publicValue = "13"
      },
      ["places 1: place"],
    ],
    [
      "no public value",
      "random",
      proof => {
        last(proof.rounds).publicValue = ""
      },
      ["publicValue 1: publicValue"],
    ],
    [
      "a public value that nobody asked for",
      "random",
      proof => {
        first(proof).publicValue = "x"
      },
      ["publicValue 0: publicValue", "chain 1: previous"],
    ],
    [
      "a beacon's value in capitals",
      "firstComeFirstServed",
      proof => {
        first(proof).publicValue = "A".repeat(64)
      },
      ["publicValue 0: publicValue"],
    ],
    [
      "winners swapped",
      "random",
      proof => {
        last(proof.rounds).places?.reverse()
      },
      ["places 1: place"],
    ],
    [
      "a place left out",
      "random",
      proof => {
        last(proof.rounds).places?.pop()
      },
      ["places 1: count"],
    ],
    [
      "a position that no entry has",
      "random",
      proof => {
        last(proof.rounds).places?.splice(0, 1, 99)
      },
      ["places 1: place"],
    ],
    [
      "a replacement dropped",
      "random",
      proof => {
        first(proof).replacements.shift()
      },
      ["replacements 0: position", "chain 1: previous"],
    ],
    [
      "the last replacement of a void round dropped",
      "random",
      proof => {
        first(proof).replacements.pop()
      },
      ["chain 1: previous"],
    ],
    [
      "another reason of a replacement in a void round",
      "random",
      proof => {
        last(first(proof).replacements).reason = "error"
      },
      ["chain 1: previous"],
    ],
    [
      "another who moves up",
      "random",
      proof => {
        last(last(proof.rounds).replacements).position = null
      },
      ["replacements 1: position"],
    ],
    [
      "a replacement at a place without a holder",
      "random",
      proof => {
        last(last(proof.rounds).replacements).place = 7
      },
      ["replacements 1: noHolder"],
    ],
    [
      "a replacement before the draw",
      "random",
      proof => {
        last(last(proof.rounds).replacements).at = proof.rules.drawDate
      },
      ["times 1: replacement"],
    ],
    [
      "an entry left out that never dropped out",
      "random",
      proof => {
        last(proof.rounds).lock.ineligible = [0]
      },
      ["chain 1: ineligible", "places 1: place"],
    ],
    [
      "an ineligible entry left out twice",
      "random",
      proof => {
        last(proof.rounds).lock.ineligible = [3, 3]
      },
      ["chain 1: ineligible"],
    ],
    [
      "an entry left out of the first round",
      "random",
      proof => {
        first(proof).lock.ineligible = [3]
      },
      ["chain 0: ineligible"],
    ],
    [
      "an earlier lock",
      "random",
      proof => {
        last(proof.rounds).lock.lockedAt = "2026-05-09T09:59:00.000Z"
      },
      ["places 1: place"],
    ],
    [
      "a lock before the end of the entries",
      "random",
      proof => {
        first(proof).lock.lockedAt = "2026-05-01T09:00:00.000Z"
      },
      ["times 0: lockBeforeEnd"],
    ],
    [
      "a lock before the round before",
      "random",
      proof => {
        last(proof.rounds).lock.lockedAt = "2026-05-09T09:00:00.000Z"
      },
      ["times 1: lockBeforeRound"],
    ],
    [
      "a draw before the lock",
      "random",
      proof => {
        last(proof.rounds).drawnAt = "2026-05-09T09:59:00.000Z"
      },
      ["times 1: drawBeforeLock"],
    ],
    [
      "a draw before its date",
      "random",
      proof => {
        first(proof).drawnAt = "2026-05-09T08:59:00.000Z"
        first(proof).lock.lockedAt = "2026-05-09T08:58:00.000Z"
      },
      ["times 0: drawBeforeDate"],
    ],
    [
      "a beacon's round of the past",
      "firstComeFirstServed",
      proof => {
        first(proof).lock.publicRandomness = { kind: "drand", round: 1 }
      },
      ["times 0: beaconBeforeLock"],
    ],
    [
      "the void round removed",
      "random",
      proof => {
        proof.rounds.shift()
      },
      ["chain 0: number"],
    ],
    [
      "the void round removed and the rest numbered anew",
      "random",
      proof => {
        proof.rounds.shift()
        Object.assign(first(proof).lock, { round: 0, previous: null, reason: null })
      },
      ["places 0: place"],
    ],
    [
      "another reason of the redraw",
      "random",
      proof => {
        last(proof.rounds).lock.reason = "rules"
      },
      ["places 1: place"],
    ],
    [
      "no reason of the redraw",
      "random",
      proof => {
        last(proof.rounds).lock.reason = null
      },
      ["chain 1: reason"],
    ],
    [
      "a round after one that was not drawn",
      "random",
      proof => {
        Object.assign(first(proof), { drawnAt: null, seed: null, publicValue: null, places: null, replacements: [] })
      },
      ["chain 1: notDrawn"],
    ],
    [
      "other rules",
      "random",
      proof => {
        proof.rules.terms = "x"
      },
      ["rules 0: rulesHash", "rules 1: rulesHash"],
    ],
    [
      "another prize's quantity",
      "random",
      proof => {
        last(proof.rules.prizes).quantity = 2
      },
      ["rules 0: rulesHash"],
    ],
    [
      "another draw",
      "random",
      proof => {
        proof.rules.drawId = "42"
      },
      ["rules 0: drawId"],
    ],
    [
      "a rehearsal called real",
      "random",
      proof => {
        proof.domain = "rehearsal"
      },
      ["domain: mixed"],
    ],
  ]
  it.each(rows)("%s: refused with the reason", async (_, method, forge, reasons) => {
    const { proof } = await vectorOf(method)
    forge(proof)
    const report = await verify(await fileOf(proof), hashing)
    expect(report.checks.slice(0, 2)).toMatchObject([
      { name: "file", failure: null },
      { name: "digest", failure: null },
    ])
    expect(failuresOf(report)).toEqual(expect.arrayContaining(reasons))
    expect(report.holds).toBe(false)
  })

  it("a rehearsal whose domain was changed everywhere: refused, its places follow from the domain", async () => {
    const { proof } = await holdDraw({ domain: "rehearsal" })
    proof.domain = "real"
    first(proof).lock.domain = "real"
    expect(failuresOf(await verify(await fileOf(proof), hashing))).toEqual(["places 0: place"])
  })

  it("names the place and both entries", async () => {
    const { proof } = await vectorOf("random")
    const { places } = last(proof.rounds)
    const [expected, found] = [places?.[1], places?.[0]]
    places?.splice(1, 1, found as number)
    const report = await verify(await fileOf(proof), hashing)
    expect(report.checks.find(({ failure }) => failure)?.failure).toEqual({
      reason: "place",
      figures: { place: 1, expected, found },
    })
  })
})

describe("a verification", () => {
  it("reports its progress up to the end, never back", async () => {
    const participants = Array.from({ length: 3000 }, (_, at) => ({ employeeId: String(at), weight: 1, time: 0 }))
    const { file } = await holdDraw({ participants })
    const shares: number[] = []
    await verify(file, hashing, { onProgress: share => shares.push(share) })
    expect(shares.length).toBeGreaterThan(10)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.slice(0, -1).every(share => share > 0 && share < 1)).toBe(true)
    expect(shares.at(-1)).toBe(1)
  })

  it("ends with the reason of its signal", async () => {
    const { file } = await holdDraw()
    const reason = new Error("closed")
    await expect(verify(file, hashing, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
