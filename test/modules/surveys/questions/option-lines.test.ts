import { describe, expect, it } from "vitest"
import { optionLines, pasteOptions } from "../../../../src/modules/surveys/questions/option-lines"

describe("lines of a pasted text", () => {
  it.each<[string, string[]]>([
    ["Ekipman", ["Ekipman"]],
    ["- Ekipman", ["- Ekipman"]],
    ["Ekipman\nİnternet", ["Ekipman", "İnternet"]],
    ["Ekipman\r\n\r\n  İnternet  \r\n", ["Ekipman", "İnternet"]],
    ["- Ekipman\n• İnternet\n* Ses", ["Ekipman", "İnternet", "Ses"]],
    ["1. Bir\n2) İki\n[x] Üç\n[ ] Dört", ["Bir", "İki", "Üç", "Dört"]],
    ["2–3 gün\n4-5 gün\n100.000 ve üstü", ["2–3 gün", "4-5 gün", "100.000 ve üstü"]],
    ["-5\n-10", ["-5", "-10"]],
    ["\n \n", []],
  ])("%j", (text, lines) => {
    expect(optionLines(text)).toEqual(lines)
  })
})

describe("pasting lines", () => {
  const paste = (options: string[], index: number, start: number, end: number, lines: string[], max = 50) =>
    pasteOptions(options, { index, start, end, lines, max })
  it.each<[string, ReturnType<typeof paste>, string[], number, number]>([
    ["into an empty option", paste([""], 0, 0, 0, ["Bir", "İki"]), ["Bir", "İki"], 1, 0],
    ["between two options", paste(["A", "", "B"], 1, 0, 0, ["Bir", "İki"]), ["A", "Bir", "İki", "B"], 2, 0],
    ["behind a word", paste(["Ofis "], 0, 5, 5, ["Bir", "İki"]), ["Ofis Bir", "İki"], 1, 0],
    ["in place of a selection", paste(["Ofis günü"], 0, 0, 4, ["Ev", "Yol"]), ["Ev", "Yol günü"], 1, 0],
    ["beyond the limit", paste(["A", "", "B"], 1, 0, 0, ["1", "2", "3", "4"], 4), ["A", "1", "2", "B"], 2, 2],
    ["where there is no room", paste(["", "B"], 0, 0, 0, ["1", "2"], 2), ["1", "B"], 0, 1],
  ])("%s", (_name, result, options, last, left) => {
    expect(result).toEqual({ options, last, left })
  })
})
