import { describe, expect, it } from "vitest"
import { nodeHashing } from "../../../server/src/hashing"
import { bytesOf, concat, hex, inBatches, u64, utf8 } from "../../../src/core/hashing/hashing"
import { webHashing } from "../../../src/core/hashing/web-hashing"

describe.each([
  ["WebCrypto", webHashing],
  ["node:crypto", nodeHashing],
])("hashing by %s", (_, hashing) => {
  it("gives the digests of FIPS 180-4, in the order of the messages", async () => {
    const digests = await hashing.sha256([utf8("abc"), utf8("")])
    expect(digests.map(hex)).toEqual([
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ])
  })

  it("gives the codes of RFC 4231, in the order of the messages", async () => {
    const codes = await hashing.hmac(utf8("Jefe"), [utf8("what do ya want for nothing?"), utf8("")])
    expect(codes.map(hex)).toEqual([
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "923598ca6d64af2a5dba79dcd021a8a0fe5c5f557519adaaf0ad532d4506dd30",
    ])
  })
})

describe("bytes", () => {
  it("are written as hexadecimal digits and read back", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    expect(hex(bytes)).toMatch(/^000102.*fdfeff$/)
    expect(bytesOf(hex(bytes))).toEqual(bytes)
    expect(hex(concat(1, bytesOf("0203"), 255))).toBe("010203ff")
  })

  it.each([
    [0, "0000000000000000"],
    [255, "00000000000000ff"],
    [2 ** 32 - 1, "00000000ffffffff"],
    [2 ** 32, "0000000100000000"],
    [Number.MAX_SAFE_INTEGER, "001fffffffffffff"],
  ])("of the whole number %d are eight, big-endian", (value, expected) => {
    expect(hex(u64(value))).toBe(expected)
  })

  it("are hashed in batches, with a pause after each, in their order", async () => {
    const sizes: number[] = []
    let pauses = 0
    const result = await inBatches(
      1100,
      at => u64(at),
      async messages => {
        sizes.push(messages.length)
        return [...messages]
      },
      async () => {
        pauses++
      },
    )
    expect(sizes).toEqual([512, 512, 76])
    expect(pauses).toBe(3)
    expect(result).toEqual(Array.from({ length: 1100 }, (_, at) => u64(at)))
  })
})
