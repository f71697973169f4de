import { describe, expect, it } from "vitest"
import { address, idOrNull, instant, limited, plain, trimmed, verbatim } from "../../../server/src/http/body"
import { isHttpUrl } from "../../../src/core/text/http-url"

describe("a text of a body", () => {
  it.each([
    ["is clean", trimmed(100), "\u202aEce\u200b Gu\u0308l\u00a0", "Ece Gül"],
    ["of nothing visible is empty", trimmed(100), "\u200b\u2060 \u3164", ""],
    ["of one line has single spaces", trimmed(100), " Bilgi  \u00a0İşlem\r\n Birimi ", "Bilgi İşlem Birimi"],
    ["of several lines keeps its spaces", trimmed(2_000), "a  b\n\n  c", "a  b\n\n  c"],
    ["has no hyphens that do not break", trimmed(100), "E\u2011ticaret", "E-ticaret"],
    ["has no controls", trimmed(2_000), "a\u0007b\tc\nd", "ab\tc\nd"],
    ["of one line has no tabs", trimmed(100), "a\tb", "a b"],
    ["that is a phone number has digits and dashes of a keyboard", plain(30), "\u202a٠٥٣٢\u2011111", "0532-111"],
    [
      "that is an id too",
      idOrNull,
      "\u200b0f8fad5b\u2011d9cb\u2011469f\u2011a165\u201170867728950e",
      "0f8fad5b-d9cb-469f-a165-70867728950e",
    ],
    ["that is an instant too", instant, "２０２６\u201101\u201102T03:04:05", "2026-01-02T03:04:05Z"],
    ["that is an address is one as DNS has it", address, "\u200bBİLGİ＠Müller.de", "bilgi@xn--mller-kva.de"],
    ["that is a code has single spaces", plain(30), "0532  111\t22", "0532 111 22"],
    ["whose every character counts is kept in one line too", verbatim(100), "a  \u200bb", "a  \u200bb"],
    ["whose every character counts is kept", verbatim(500), " a\u200bGu\u0308\u2011٣ ", "a\u200bGu\u0308\u2011٣"],
  ])("%s", (_, schema, given, stored) => {
    expect(schema.parse(given)).toBe(stored)
  })
})

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
