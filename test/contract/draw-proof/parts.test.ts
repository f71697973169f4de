import { describe, expect, it } from "vitest"
import { buildEntries, isDrawable } from "../../../src/contract/draw-proof/entries"
import { extendsProof, relationOf } from "../../../src/contract/draw-proof/extends"
import { groupDigits } from "../../../src/contract/draw-proof/lock"
import { drawOrder } from "../../../src/contract/draw-proof/order"
import { placeOf, reservesOf } from "../../../src/contract/draw-proof/places"
import type { Proof } from "../../../src/contract/draw-proof/proof"
import {
  beaconRoundAfter,
  beaconTime,
  isPublicValue,
  normalizePublicValue,
} from "../../../src/contract/draw-proof/public-randomness"
import { checkReceipt, receiptOf } from "../../../src/contract/draw-proof/receipt"
import { createStream, type Stream } from "../../../src/contract/draw-proof/stream"
import { createWeights } from "../../../src/contract/draw-proof/weights"
import { concat, u64 } from "../../../src/core/hashing/hashing"
import { bytesFrom, hashing, holdDraw, methods, participantsOf, pause, type Step, vectorOf } from "./kit"

const collect = async <T>(items: AsyncIterable<T>) => {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** A stream of given numbers, and what was asked of it. */
const streamOf = (numbers: readonly number[]): { stream: Stream; asked: number[] } => {
  const asked: number[] = []
  return {
    asked,
    stream: {
      uniform: async n => {
        asked.push(n)
        return numbers[asked.length - 1] ?? 0
      },
    },
  }
}

describe("a stream", () => {
  const ofWords = (...words: (bigint | number)[]) => {
    const bytes = concat(
      ...words.map(word => {
        const bytes = new Uint8Array(8)
        new DataView(bytes.buffer).setBigUint64(0, BigInt(word))
        return bytes
      }),
    )
    const block = (index: number) => bytes.slice(32 * index, 32 * index + 32)
    return createStream(
      { ...hashing, hmac: async (_, messages) => messages.map(message => block(message[7] as number)) },
      bytesFrom(0),
      pause,
    )
  }

  it("skips the words that would make some numbers likelier, and reads none for one number", async () => {
    const stream = ofWords(2n ** 64n - 1n, 23, 5, 2n ** 64n - 6n, 2n ** 64n - 7n, 9, 0, 0)
    expect(await stream.uniform(10)).toBe(3)
    expect(await stream.uniform(1)).toBe(0)
    expect(await stream.uniform(10)).toBe(5)
    expect(await stream.uniform(10)).toBe(9)
    expect(await stream.uniform(2 ** 53 - 1)).toBe(9)
  })

  it("is the same whether it is read at once or in many calls, over thousands of blocks", async () => {
    const requested: number[] = []
    const counted = createStream(
      {
        ...hashing,
        hmac: (key, messages) => {
          requested.push(messages.length)
          return hashing.hmac(key, messages)
        },
      },
      bytesFrom(3),
      pause,
    )
    const expected = (
      await hashing.hmac(
        bytesFrom(3),
        Array.from({ length: 2000 }, (_, at) => u64(at)),
      )
    ).flatMap(block => [0, 8, 16, 24].map(at => Number(new DataView(block.buffer, block.byteOffset).getBigUint64(at) % 1000n)))
    const found: number[] = []
    for (let at = 0; at < 8000; at++) found.push(await counted.uniform(1000))
    expect(found).toEqual(expected)
    expect(Math.max(...requested)).toBe(512)
  })
})

describe("weights", () => {
  it("are taken as a plain search over the running sum takes them", () => {
    let state = 1
    const random = (n: number) => {
      state = (state * 48271) % 2147483647
      return state % n
    }
    for (let size = 1; size <= 40; size++) {
      const plain = Array.from({ length: size }, (_, index) => ({ index, weight: 1 + random(9) }))
      const weights = createWeights(plain.map(({ weight }) => weight))
      while (plain.length) {
        expect(weights.total).toBe(plain.reduce((sum, { weight }) => sum + weight, 0))
        const x = random(weights.total)
        let sum = 0
        const at = plain.findIndex(({ weight }) => {
          sum += weight
          return sum > x
        })
        expect(weights.take(x)).toBe(plain.splice(at, 1)[0]?.index)
      }
      expect(weights.total).toBe(0)
    }
  })

  it("stay exact up to 2^53", () => {
    const weights = createWeights([2 ** 52, 1, 2 ** 52 - 2])
    expect(weights.total).toBe(Number.MAX_SAFE_INTEGER)
    expect(weights.take(2 ** 52)).toBe(1)
    expect(weights.take(2 ** 52)).toBe(2)
    expect(weights.take(2 ** 52 - 1)).toBe(0)
  })

  it.each([
    [[Number.MAX_SAFE_INTEGER], true],
    [[Number.MAX_SAFE_INTEGER, 1], false],
  ])("%j may be drawn: %s", (weights, expected) => {
    expect(isDrawable(weights)).toBe(expected)
  })
})

describe("the order", () => {
  const entries = [4, 1, 1, 4].map((number, at) => [String(at), number, number] as [string, number, number])

  it("of a random draw is Fisher and Yates' shuffle from the front", async () => {
    const { stream, asked } = streamOf([2, 0, 1, 0])
    expect(await collect(drawOrder("random", entries, stream))).toEqual([2, 1, 3, 0])
    expect(asked).toEqual([4, 3, 2, 1])
  })

  it("of a draw by score takes whose running sum exceeds the number", async () => {
    const { stream, asked } = streamOf([4, 4, 3, 0])
    expect(await collect(drawOrder("scoreBased", entries, stream))).toEqual([1, 2, 0, 3])
    expect(asked).toEqual([10, 9, 8, 4])
  })

  it("of a draw by time draws lots among those of one time", async () => {
    const { stream, asked } = streamOf([1, 0, 1, 0])
    expect(await collect(drawOrder("firstComeFirstServed", entries, stream))).toEqual([2, 1, 3, 0])
    expect(asked).toEqual([2, 1, 2, 1])
  })

  it.each(methods)("of the method %s computes no more than is read", async method => {
    const { stream, asked } = streamOf([0])
    await drawOrder(method, entries, stream).next()
    expect(asked).toHaveLength(1)
  })
})

describe("places", () => {
  const three = [{ quantity: 2 }, { quantity: 1 }]
  it("go by prize, those of reserves after all of winners", () => {
    expect(Array.from({ length: 6 }, (_, place) => placeOf(three, place))).toEqual(
      [0, 0, 1]
        .flatMap(prizeIndex => ({ prizeIndex, isReserve: false }))
        .concat([0, 0, 1].map(prizeIndex => ({ prizeIndex, isReserve: true }))),
    )
    expect([reservesOf(three, 0), reservesOf(three, 1)]).toEqual([
      [3, 5],
      [5, 6],
    ])
  })

  it("are given to reserves of the prize, then to the next of the order, then to nobody", async () => {
    const drops = [0, 3, 1, 0].map(place => ({ place, reason: "declined" as const }))
    const { proof } = await holdDraw({ steps: [{ drops }] })
    const round = proof.rounds[0]
    const [a, b, c, d] = round?.places ?? []
    const fifth = 10 - (a ?? 0) - (b ?? 0) - (c ?? 0) - (d ?? 0)
    expect(round?.replacements.map(({ place, position }) => [place, position])).toEqual([
      [0, c],
      [3, null],
      [1, fifth],
      [0, null],
    ])
  })
})

describe("entries", () => {
  it("are sorted by commitment, each with its person", async () => {
    const { proof, employeeIds } = await vectorOf("scoreBased")
    expect(proof.entries.map(([commitment]) => commitment)).toEqual(proof.entries.map(([commitment]) => commitment).toSorted())
    const weightOf = new Map(participantsOf("scoreBased").map(({ employeeId, weight }) => [employeeId, weight]))
    expect(proof.entries.map(([, weight]) => weight)).toEqual(employeeIds.map(id => weightOf.get(id)))
  })

  it("of the same person differ by draw and by salt key", async () => {
    const of = async (drawId: string, key: number) => {
      const options = { drawId, saltKey: bytesFrom(key), participants: [{ employeeId: "1", weight: 1, time: 0 }] }
      return (await buildEntries(hashing, options, pause))[0]?.entry[0]
    }
    expect(new Set([await of("1", 0), await of("2", 0), await of("1", 1)]).size).toBe(3)
  })
})

describe("a receipt", () => {
  it("finds its person's entry, by itself or as a link", async () => {
    const { proof, employeeIds } = await vectorOf("scoreBased")
    const receipt = await receiptOf(hashing, bytesFrom(0), "104")
    const found = { isFound: true, position: employeeIds.indexOf("104"), weight: 4e12, time: 0 }
    for (const given of [
      receipt,
      ` ${receipt}\n`,
      `https://console.example/go/draw/41#receipt=${receipt}`,
      receipt.toUpperCase(),
    ])
      expect(await checkReceipt(hashing, proof, given)).toEqual(found)
  })

  it("may hold an id with dots", async () => {
    const { proof } = await holdDraw({ participants: [{ employeeId: "a.b-c", weight: 1, time: 0 }] })
    const receipt = await receiptOf(hashing, bytesFrom(0), "a.b-c")
    expect(await checkReceipt(hashing, proof, receipt)).toMatchObject({ isFound: true, position: 0 })
  })

  it.each([
    ["of another person", (receipt: string) => receipt.replace("104", "105"), "notFound"],
    ["with a wrong salt", (receipt: string) => receipt.replace(/.$/, last => (last === "0" ? "1" : "0")), "notFound"],
    ["without its end", (receipt: string) => receipt.slice(0, -1), "malformed"],
    ["without its person", (receipt: string) => receipt.slice(3), "malformed"],
    ["that is nothing", () => "", "malformed"],
  ])("%s finds nothing", async (_, change, reason) => {
    const { proof } = await vectorOf("random")
    const receipt = await receiptOf(hashing, bytesFrom(0), "104")
    expect(await checkReceipt(hashing, proof, change(receipt))).toEqual({ isFound: false, reason })
  })
})

describe("an older file of a draw", () => {
  const drops = [{ place: 0, reason: "declined" as const }]
  const of = async (...steps: Step[]) => (await holdDraw({ steps })).proof

  it("is held by the newer one, step by step", async () => {
    const files: Proof[] = [
      await of({ isDrawn: false }),
      await of({}),
      await of({ drops }),
      await of({ drops }, { isDrawn: false }),
      await of({ drops }, {}),
    ]
    for (const [at, older] of files.entries())
      for (const [index, proof] of files.entries())
        expect([index, at, extendsProof(proof, older)]).toEqual([index, at, index >= at])
  })

  it("is not held by one with another history", async () => {
    const older = await of({ drops })
    expect(extendsProof(await of({ drops: [{ place: 0, reason: "expired" }] }), older)).toBe(false)
    expect(extendsProof(await of({ publicRandomness: { kind: "witness" }, publicValue: "1", drops }), older)).toBe(false)
  })

  it("is related to another file of its draw alone", async () => {
    const [older, newer, other] = [await of({}), await of({ drops }), await of({ drops: [{ place: 0, reason: "expired" }] })]
    expect([relationOf(newer, older), relationOf(older, newer), relationOf(newer, newer), relationOf(newer, other)]).toEqual([
      "newer",
      "older",
      "same",
      "contradicts",
    ])
    const foreign = { ...older, rules: { ...older.rules, drawId: "42" } }
    expect(relationOf(newer, foreign)).toBeUndefined()
  })
})

describe("a public value", () => {
  it.each([
    ["none", "", true],
    ["none", "x", false],
    ["witness", "", false],
    ["witness", "x", true],
    ["witness", "😀".repeat(200), true],
    ["witness", "x".repeat(201), false],
    ["drand", "0a".repeat(32), true],
    ["drand", "0A".repeat(32), false],
    ["drand", "0a", false],
  ] as const)("of the kind %s: %s: %s", (kind, value, expected) => {
    expect(isPublicValue(kind === "drand" ? { kind, round: 1 } : { kind }, value)).toBe(expected)
  })

  it("is stored in one form", () => {
    expect(normalizePublicValue({ kind: "witness" }, " s\u0327 A ")).toBe("\u015f A")
    expect(normalizePublicValue({ kind: "drand", round: 1 }, " 0A ")).toBe("0a")
    expect(normalizePublicValue({ kind: "none" }, "x")).toBe("")
  })

  it("of the beacon is published every three seconds", () => {
    expect(new Date(beaconTime(1)).toISOString()).toBe("2023-08-23T15:09:27.000Z")
    for (const at of [beaconTime(5) - 1, beaconTime(5), beaconTime(5) + 1, 0]) {
      const round = beaconRoundAfter(at)
      expect(beaconTime(round)).toBeGreaterThan(at)
      if (round > 1) expect(beaconTime(round - 1)).toBeLessThanOrEqual(at)
    }
  })
})

it("a lock code is shown in groups of four digits", () => {
  expect(groupDigits("0123456789ab")).toBe("0123 4567 89ab")
})
