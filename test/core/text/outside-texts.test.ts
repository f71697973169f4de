import { describe, expect, it } from "vitest"
import { codeLetters, normalizeCode, normalizePattern, usageRules } from "../../../src/contract/gift-codes"
import { columnOrderOf, parseCellDay } from "../../../src/core/dates/cell-days"
import { parseDay } from "../../../src/core/dates/parse-day"
import { isEmpty, phone, validate } from "../../../src/core/rules"
import { cellText, cleanText, plainCode } from "../../../src/core/text/clean-text"
import { fold, search } from "../../../src/core/text/fold"

/**
 * Texts as other people's programs and keyboards give them, with the right value beside each. All are our own; the ideas are from public
 * lists of such texts (the Big List of Naughty Strings, Unicode TR 36, 39 and 51), from reports about spreadsheets that keep the
 * zero of a number (`="0532"`), and from what chat programs, PDF files and macOS put into a clipboard.
 */
const values = (texts: Record<string, string>) => Object.entries(texts)

describe("a clean text", () => {
  it.each([
    // What nobody sees.
    ["Ece\u200b", "Ece"],
    ["\ufeffEce Yılmaz", "Ece Yılmaz"],
    ["\u200eEce\u200f", "Ece"],
    ["\u202aEce\u202c", "Ece"],
    ["\u202eecE", "ecE"],
    ["\u2066Ece\u2069 Kaya", "Ece Kaya"],
    ["\u2068Ece\u2069", "Ece"],
    ["kam\u00adpan\u00adya", "kampanya"],
    ["a\u2060b", "ab"],
    ["a\u2061b\u2062c\u2063d", "abcd"],
    ["a\u034fb", "ab"],
    ["a\u061cb", "ab"],
    ["a\u180eb", "ab"],
    ["a\u3164b\uffa0c", "abc"],
    ["a\ufe0fb", "ab"],
    ["a\u{e0041}\u{e0042}b", "ab"],
    ["a\ufff9b\ufffac\ufffb", "abc"],
    ["a\ud83db", "ab"],
    ["\udc4da", "a"],
    ["می\u200cخواهم", "میخواهم"],
    ["a\u200db", "ab"],
    // Nothing visible.
    ["\u200b", ""],
    ["\u200b\u200c\u200d\u2060\ufeff", ""],
    ["\u3164", ""],
    // Controls.
    ["a\u0000b", "ab"],
    ["a\u0007b\u001b[0m", "ab[0m"],
    ["a\u007fb\u0080c\u009fd", "abcd"],
    ["a\tb", "a\tb"],
    ["a\nb", "a\nb"],
    ["a\r\nb", "a\r\nb"],
    ["a\u000bb\u000cc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"],
    // Spaces of all widths.
    ["a\u00a0b", "a b"],
    ["a\u2009b\u200ac\u202fd\u205fe", "a b c d e"],
    ["a\u2003b\u3000c\u1680d", "a b c d"],
    ["a\u2800b", "a b"],
    ["e\u2011ticaret\u2010x", "e-ticaret-x"],
    // Composed letters.
    ["Gu\u0308venlik", "Güvenlik"],
    ["S\u0327ule C\u0327ag\u0306la", "Şule Çağla"],
    ["I\u0307stanbul", "İstanbul"],
    ["Jose\u0301", "José"],
    ["a\u0323\u0302", "ậ"],
    ["Å", "Å"],
    ["i\u0307", "i\u0307"],
    // Emojis keep their joiners, selectors and letters.
    ["👩\u200d💻", "👩\u200d💻"],
    ["👨🏽\u200d🤝\u200d👨🏻", "👨🏽\u200d🤝\u200d👨🏻"],
    ["👨\u200d👩\u200d👧\u200d👦 aile", "👨\u200d👩\u200d👧\u200d👦 aile"],
    ["🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"],
    ["❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"],
    ["☎\ufe0e", "☎\ufe0e"],
    ["1\ufe0f\u20e3 #\ufe0f\u20e3", "1\ufe0f\u20e3 #\ufe0f\u20e3"],
    ["🇹🇷", "🇹🇷"],
    ["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["👩\u200b\u200d💻", "👩💻"],
    ["👩\u200d", "👩"],
    ["👩\u200d\u200d💻", "👩💻"],
    ["☎\ufe0f\ufe0f", "☎\ufe0f"],
    // What is meant stays.
    ["Şirket “2026” – %20 ‘fırsat’…", "Şirket “2026” – %20 ‘fırsat’…"],
    ["½ m² ③ ﬁ", "½ m² ③ ﬁ"],
    ["ＡＢＣ", "ＡＢＣ"],
    ["٣ gün", "٣ gün"],
    ["  a  b ", "  a  b "],
  ])("of %j is %j", (given, clean) => {
    expect(cleanText(given)).toBe(clean)
    expect(cleanText(clean)).toBe(clean)
  })

  it.each(["\u200b", " \u00a0\u2003", "\u2800", "\u3164\u200e", "\ufeff\n", "\u202a\u202c"])("may be empty: %j", given => {
    expect([isEmpty(given), isEmpty([given])]).toEqual([true, false])
  })
})

describe("a phone number, code or id in the characters of a keyboard", () => {
  it.each([
    ["0532\u2011111\u201022\u201333", "0532-111-22-33"],
    ["0532\u2012111\u201422\u201533", "0532-111-22-33"],
    ["0532\u2212111\u30fc22", "0532-111ー22"],
    ["0532﹘111﹣22－33", "0532-111-22-33"],
    ["\u202a+90 532 111 22 33\u202c", "+90 532 111 22 33"],
    ["０５３２　１１１", "0532 111"],
    ["＋９０（５３２）", "+90(532)"],
    ["٠٥٣٢١١١٢٢٣٣", "05321112233"],
    ["۰۵۳۲", "0532"],
    ["०१२३४५६७८९", "0123456789"],
    ["𝟎𝟏𝟗 𝟘𝟙𝟡 𝟢𝟫 𝟬𝟵 𝟶𝟿", "019 019 09 09 09"],
    ["၀၁၉", "019"],
    ["ＡＢ-１", "AB-1"],
    ["AB\u00a012\u200b", "AB 12"],
    ["5² ½ ① ﬁ", "5² ½ ① ﬁ"],
    ["1٣", "13"],
    ["x", "x"],
  ])("%j is %j", (given, plain) => {
    expect(plainCode(given)).toBe(plain)
  })

  it.each([
    ["0532\u2011418\u201307\u201426", true],
    ["\u202a0532 418 07 26\u202c", true],
    ["０５３２４１８０７２６", true],
    ["٠٥٣٢٤١٨٠٧٢٦", true],
    ["0532\u00a0418\u00a007\u00a026", true],
    ["+90\u2009532\u2009418\u20090726", true],
    ["0532 418 07", false],
    ["O532 418 07 26", false],
    ["0532_418_07_26", false],
    ["\u200b", true],
  ])("as a phone number, %j is valid: %s", (number, isValid) => {
    expect(!validate({ number: phone("rule.phone") }, { number }).number).toBe(isValid)
  })
})

describe("a cell of a file", () => {
  it.each(
    values({
      '="05321112233"': "05321112233",
      '= "0532" ': "0532",
      '="a""b"': 'a"b',
      '=""': "",
      "'05321112233": "05321112233",
      "'+90 532": "+90 532",
      "'=1+1": "=1+1",
      "''=1": "'=1",
      "'Ayşe": "Ayşe",
      "'t Hart": "'t Hart",
      "O'Neill": "O'Neill",
      "=1+1": "=1+1",
      '"a"': '"a"',
      "\ufeffAd": "Ad",
      "E\u2011posta": "E-posta",
      "Soyad\u00a0": "Soyad ",
    }),
  )("%j is read as %j", (cell, text) => {
    expect(cellText(cell)).toBe(text)
  })
})

describe("a text that is searched", () => {
  it.each(
    values({
      "José Müller": "jose muller",
      "Jose\u0301 Mu\u0308ller": "jose muller",
      "Ece\u200b": "ece",
      Łukasz: "lukasz",
      "Søren Kjær": "soren kjaer",
      "Großmann STRASSE": "grossmann strasse",
      "Đorđe Žižek": "dorde zizek",
      "Nguyễn Văn Ả": "nguyen van a",
      "Œuvre ÀÉÎÕŪ": "oeuvre aeiou",
      "İSTANBUL ıspanak Iğdır": "istanbul ispanak igdir",
      "Çağla ŞÖÜĞ": "cagla soug",
      ΟΔΥΣΣΕΥΣ: "οδυσσευσ",
      "Йошкар Ё": "ио\u0448кар е",
      "👩\u200d💻 x": "👩💻 x",
      "a\u00a0b": "a b",
      "Türkiye’nin ‘5’lisi": "turkiye'nin '5'lisi",
      "O´Neil O`Neil Oʼneil": "o'neil o'neil o'neil",
      "“Büyük” «Fırsat» „x“": '"buyuk" "firsat" "x"',
      "Ocak–Şubat — E\u2011ticaret −5": "ocak-subat - e-ticaret -5",
      "Əliyev Rəşad": "eliyev resad",
      "Þór Ðan": "thor dan",
      "Saﬁye Oﬃce m² Nº ③": "safiye office m2 no 3",
      "ＡＢＣ １２": "abc 12",
      "𝐘𝐀𝐙…": "yaz...",
    }),
  )("%j is folded to %j", (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it.each([
    ["jose muller", "José Müller"],
    ["JOSÉ", "jose"],
    ["Ece\u200b", "Ece"],
    ["gu\u0308venlik", "Güvenlik"],
    ["Güvenlik", "Gu\u0308venlik"],
    ["cağla", "Çağla"],
    ["a\u00a0b", "a b"],
    ["a  b\t", "a b"],
    ["a b", "a  b"],
    ["türkiye'nin", "Türkiye’nin"],
    ["Ocak-Şubat", "Ocak–Şubat"],
    ["eliyev", "Əliyev"],
  ])("%j finds %j", (query, text) => {
    expect(search([text, "Öteki"], query, item => item)).toEqual([text])
  })
})

describe("a day in 2026", () => {
  it.each([
    ["15 Ocak 2024", "2024-01-15"],
    ["15 OCAK 2024", "2024-01-15"],
    ["15.Oca.24", "2024-01-15"],
    ["15-Şub-24", "2024-02-15"],
    ["3 Ağu 2024", "2024-08-03"],
    ["1 Ag\u0306ustos 2024", "2024-08-01"],
    ["1 aralik 2023", "2023-12-01"],
    ["7/Eylül/2024", "2024-09-07"],
    ["15 Mart 2024 Cuma", "2024-03-15"],
    ["Pazartesi, 15 Ocak 2024", "2024-01-15"],
    ["January 15, 2024", "2024-01-15"],
    ["15 Sept 2024", "2024-09-15"],
    ["Jul 4, 2024", "2024-07-04"],
    ["1-May-24", "2024-05-01"],
    ["2024 Ocak 15", "2024-01-15"],
    ["15Oca24", "2024-01-15"],
    ["20240315", "2024-03-15"],
    ["15032024", "2024-03-15"],
    ["20112011", "2011-11-20"],
    ["2024/3/5", "2024-03-05"],
    ["2024.03.05", "2024-03-05"],
    ["١٥.٠٣.٢٠٢٤", "2024-03-15"],
    ["１５／０３／２０２４", "2024-03-15"],
    ["15\u201103\u20132024", "2024-03-15"],
    ["15.03.2024.", "2024-03-15"],
    ["15 . 03 . 2024", "2024-03-15"],
    ["\u200e15.03.2024", "2024-03-15"],
    ["15.03.98", "1998-03-15"],
    ["15.03.27", "2027-03-15"],
    ["15.03.28", "1928-03-15"],
    ["15.03.00", "2000-03-15"],
    ["29.02.2024", "2024-02-29"],
    ["29.02.2026", undefined],
    ["30 Şubat 2024", undefined],
    ["15 Xyz 2024", undefined],
    ["15 Ma 2024", undefined],
    ["01/15/2024", undefined],
    ["15.03", undefined],
    ["15.03.2024.01", undefined],
    ["15.03.124", undefined],
    ["15:03:2024", undefined],
    ["0.0.0", undefined],
    ["20241315", undefined],
  ])("typed as %j is %s", (text, day) => {
    expect(parseDay(text, { latestYear: 2027 })).toBe(day)
  })

  it("in a field that may have later days has two digits up to 20 years on", () => {
    expect(["15.03.35", "15.03.98"].map(text => parseDay(text, { latestYear: 2046 }))).toEqual(["2035-03-15", "1998-03-15"])
  })

  it.each([
    ["45366", "2024-03-15"],
    ["45366.5", "2024-03-15"],
    ["45366,0", "2024-03-15"],
    ["10000", "1927-05-18"],
    ["2024-06-05 00:00:00", "2024-06-05"],
    ["2024-06-05T10:00:00", "2024-06-05"],
    ["05.06.2024 9:30", "2024-06-05"],
    ["5 Haziran 2024, 9:30", "2024-06-05"],
    ["2024-03-15 00:00:00.000", "2024-03-15"],
    ["3/15/2024 12:00:00 AM", undefined],
    ["15.03.2024 9:05 ÖS", "2024-03-15"],
    ["15-MAR-24 12.00.00.000000 AM", "2024-03-15"],
    ["2024-03-15T00:00:00+03:00", "2024-03-15"],
    ["2024-03-15T00:00:00Z", "2024-03-15"],
    ["2024-03-14T21:00:00Z", "2024-03-15"],
    ["2024-03-14T21:00:00.000Z", "2024-03-15"],
    ["2024-03-15T19:59:00+00:00", "2024-03-15"],
    ["15.03.2024 9:05 sabah", undefined],
    ["15.03.2024 25:00", undefined],
    ["4536", undefined],
    ["99999999", undefined],
  ])("in a cell as %j is %s", (cell, day) => {
    expect(parseCellDay(cell, { latestYear: 2027, timeZone: "Europe/Istanbul" })).toBe(day)
  })
})

describe("a column of days", () => {
  it.each([
    ["dayFirst", ["15/01/2024", "03/04/2024"], ["2024-01-15", "2024-04-03"]],
    [
      "monthFirst",
      ["01/15/2024", "03/04/2024", "12/31/2023", "05/06/2022"],
      ["2024-01-15", "2024-03-04", "2023-12-31", "2022-05-06"],
    ],
    ["monthFirst", ["3/4/24", "1/15/24 10:00"], ["2024-03-04", "2024-01-15"]],
    ["monthFirst", ["03.04.2024", "01.15.2024"], ["2024-03-04", "2024-01-15"]],
    ["mixed", ["01/15/2024", "15/01/2024", "03/04/2024", "04/04/2024"], ["2024-01-15", "2024-01-15", undefined, "2024-04-04"]],
    ["dayFirst", ["03.04.2024", "05.06.2022"], ["2024-04-03", "2022-06-05"]],
    ["dayFirst", ["04/04/2024", "2024-01-15", "45366", ""], ["2024-04-04", "2024-01-15", "2024-03-15", undefined]],
    ["dayFirst", ["15/13/2024", "40/40/2024"], [undefined, undefined]],
  ] as const)("is %s: %j", (order, cells, days) => {
    expect(columnOrderOf(cells)).toBe(order)
    expect(cells.map(cell => parseCellDay(cell, { order, latestYear: 2027, timeZone: "Europe/Istanbul" }))).toEqual(days)
  })

  it.each([[["03/04/2024", "05/06/2022"]], [["3-4-2024", "04/04/2024", "2024-01-15"]], [["03 04 2024"]]])(
    "may have either order: %j",
    cells => {
      expect(columnOrderOf(cells)).toBe("open")
    },
  )
})

describe("a gift code", () => {
  const errorOf = (code: string) => validate(usageRules, { isCorrection: false, code, amount: 1, note: "" }).code

  it.each([
    ["yaz-abcd-efgh", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
    [" YAZ ABCD EFGH ", "YAZABCDEFGH", "YAZABCDEFGH"],
    ["YAZ\u2011ABCD\u2013EFGH", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
    ["YAZ_ABCD/EFGH", "YAZABCDEFGH", "YAZABCDEFGH"],
    ["“YAZ-ABCD-EFGH”.", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
    ["(YAZ-ABCD-EFGH),", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
    ["'YAZ-ABCD-EFGH'", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
    ["YAZ-ABCD-EFGH-.", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
    ["ＹＡＺ－２３", "YAZ-23", "YAZ23"],
    ["YAZ\u00a0ABCD", "YAZABCD", "YAZABCD"],
    ["\u202aYAZ\u200b-٢٣\u202c", "YAZ-23", "YAZ23"],
    ["-…-", "", ""],
    ["Kodunuz: YAZ-ABCD-EFGH", "YAZ-ABCD-EFGH", "YAZABCDEFGH"],
  ])("typed as %j is %s, compared as %s", (typed, code, letters) => {
    expect([normalizeCode(typed), codeLetters(typed)]).toEqual([code, letters])
  })

  it.each([
    ["2222-2222", undefined],
    ["“22222222”.", undefined],
    ["2222\u20132222", undefined],
    ["2222 2222!", undefined],
    ["\u200b", undefined],
    ["2222-2220", "codes.letters"],
    ["2222-222o", "codes.letters"],
    ["2222-222i", "codes.letters"],
    ["2222-222ı", "codes.letters"],
    ["2222-222İ", "codes.letters"],
    ["2222-222l", "codes.unsound"],
    ["2222-222Ş", "codes.unsound"],
    ["2222-2223", "codes.unsound"],
    ["-", "codes.unsound"],
  ])("typed as %j has the message %s", (code, message) => {
    expect(errorOf(code)).toBe(message)
  })

  it("has a pattern whose other signs are not overlooked", () => {
    expect([" yaz-####\u2011#### ", "yaz_####"].map(normalizePattern)).toEqual(["YAZ-####-####", "YAZ_####"])
  })
})
