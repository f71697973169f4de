import { describe, expect, it } from "vitest"
import { limited, trimmed } from "../../../server/src/http/body"
import { isHttpUrl } from "../../../src/core/text/http-url"

describe("ends of lines", () => {
  it.each([
    [trimmed(100), "Ece\r\nBcc: a@b.example", "Ece Bcc: a@b.example"],
    [trimmed(254), "a\nb\u2028c\u0085d\r\n\r\ne", "a b c d e"],
    [trimmed(200), "\r\n Kuzey \n", "Kuzey"],
    [limited(200), "Kuzey\nGüney", "Kuzey Güney"],
    [trimmed(2_000), "İlk satır\r\nikinci", "İlk satır\r\nikinci"],
  ])("become a space in a text of one line, and stay in others (%#)", (schema, given, stored) => {
    expect(schema.parse(given)).toBe(stored)
  })

  it("are in no address", () => {
    expect(["https://a.example/x", "https://a.exa\nmple/", "https://a.example/\r\nx"].map(isHttpUrl)).toEqual([
      true,
      false,
      false,
    ])
  })
})
