import { describe, expect, it } from "vitest"
import { type Block, parseBody } from "../../../src/modules/announcements/body-markup"

const text = (...parts: Extract<Block, { kind: "text" }>["parts"]): Block => ({ kind: "text", parts })
const link = (href: string, words = href) => ({ text: words, href })

describe("an announcement's text", () => {
  const rows: [string, string, Block[]][] = [
    ["nothing", "", []],
    ["blanks", " \n\n \n", []],
    ["one paragraph", "Merhaba", [text("Merhaba")]],
    ["two paragraphs, parted by an empty line", "Bir\n\n\nİki", [text("Bir"), text("İki")]],
    ["a line break inside a paragraph", "Bir\r\nİki", [text("Bir\nİki")]],
    ["a list", "- Bir\n- İki", [{ kind: "list", items: [["Bir"], ["İki"]] }]],
    [
      "a list within text",
      "Önce\n* Bir\n• İki\nsonra",
      [text("Önce"), { kind: "list", items: [["Bir"], ["İki"]] }, text("sonra")],
    ],
    ["a dash in a sentence is no list", "Bir - iki\n-üç", [text("Bir - iki\n-üç")]],
    ["an address by itself", "Bkz. https://a.example/x?y=1.", [text("Bkz. ", link("https://a.example/x?y=1"), ".")]],
    ["an address in brackets", "(https://a.example)", [text("(", link("https://a.example"), ")")]],
    ["words with an address", "[Kayıt](https://a.example/k) açık", [text(link("https://a.example/k", "Kayıt"), " açık")]],
    ["a link within a list", "- [x](http://b.example)", [{ kind: "list", items: [[link("http://b.example", "x")]] }]],
  ]
  it.each(rows)("%s", (_, body, blocks) => expect(parseBody(body)).toEqual(blocks))

  it.each([
    "javascript:alert(1)",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](//evil.example)",
    "[x](vbscript:x)",
    "[x](https://)",
    "https://[",
    "<a href='https://a.example' onclick=alert(1)>",
    "[x]( https://a.example)",
    "[x](\u0000https://a.example)",
  ])("%j makes no link of anything but http and https", body => {
    const hrefs = parseBody(body)
      .flatMap(block => (block.kind === "text" ? block.parts : block.items.flat()))
      .flatMap(part => (typeof part === "string" ? [] : [part.href]))
    for (const href of hrefs) expect(new URL(href).protocol).toMatch(/^https?:$/)
  })

  it("loses no word of what was written", () => {
    const body = "A [b](https://c.example) d https://e.example, f\n- g\n- h [i](x:y)\n\nj"
    const words = parseBody(body)
      .flatMap(block => (block.kind === "text" ? block.parts : block.items.flat()))
      .map(part => (typeof part === "string" ? part : part.text))
      .join(" ")
    for (const word of ["A", "b", "d", "https://e.example", "f", "g", "h [i](x:y)", "j"]) expect(words).toContain(word)
  })
})
