/** What a field of a kind must refuse, by what is wrong with it: one table for every module. */
export type Bad = [string, unknown][]

const nobody = "00000000-0000-4000-8000-000000000000"

/** Whatever isn't a text. */
export const noText: Bad = [
  ["a number", 5],
  ["zero", 0],
  ["a negative number", -1],
  ["a fraction", 0.5],
  ["a number that is too large", 1e300],
  ["true", true],
  ["false", false],
  ["an object", {}],
  ["an object that holds a text", { text: "x" }],
  ["an operator", { $gt: "" }],
  ["a list", []],
  ["a list of texts", ["x"]],
  ["a list in a list", [[]]],
]

/** @param limit characters */
export const text = (limit: number): Bad => [...noText, ["a text that is too long", "a".repeat(limit + 1)]]

export const neededText = (limit: number): Bad => [...text(limit), ["null", null], ["nothing", ""], ["blanks", " \t\n "]]

const notLinks = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "//evil.example",
  "ftp://x.example",
  "file:///etc",
  "http:",
  "www.x.example",
  "\u0001javascript:alert(1)",
  "blob:https://x.example/1",
  "vbscript:x",
]
export const link: Bad = [...noText, ...notLinks.map(bad => [bad, bad] as [string, unknown])]

const notAddresses = ["x", "a@b", "a@b.", "@c.example", "a@@c.example", "a b@c.example", `${"a".repeat(250)}@c.example`]
export const address: Bad = [...noText, ...notAddresses.map(bad => [bad, bad] as [string, unknown])]

const notPhones = ["abc", "12", "+", "---", "0532<script>", "0532;drop", "1".repeat(31), "５３２"]
export const telephone: Bad = [...noText, ...notPhones.map(bad => [bad, bad] as [string, unknown])]

/** @param most the highest wire number */
export const code = (most: number): Bad => [
  ["one too many", most + 1],
  ["a negative one", -1],
  ["a fraction", 0.5],
  ["a very large one", 1e300],
  ["a text", "1"],
  ["a name", "active"],
  ["nothing written", ""],
  ["true", true],
  ["false", false],
  ["an object", {}],
  ["a list", []],
  ["a list of one", [1]],
]

export const id: Bad = [
  ...noText,
  ...["x", "1", "1 or 1=1", "null", "../etc", nobody].map(bad => [bad, bad] as [string, unknown]),
]

/** @param most how many there may be */
export const idList = (most: number): Bad => [
  ["a text", "x"],
  ["a number", 5],
  ["true", true],
  ["an object", {}],
  ["a list of numbers", [5]],
  ["a list of nothing", [null]],
  ["a list of objects", [{}]],
  ["a list of lists", [[]]],
  ["a list of blanks", [""]],
  ["what is no id", ["x"]],
  ["a condition", ["1 or 1=1"]],
  ["an id that nobody has", [nobody]],
  ["too many", Array.from({ length: most + 1 }, () => nobody)],
]

/** A whole number from one, or none. */
export const amount: Bad = [
  ["zero", 0],
  ["a negative number", -1],
  ["a fraction", 0.5],
  ["a number that is too large", 1e300],
  ["one over the limit", 2_000_000_001],
  ["a text", "5"],
  ["a word", "five"],
  ["nothing written", ""],
  ["true", true],
  ["false", false],
  ["an object", {}],
  ["a list", [1]],
]

const notMoments = ["x", "now", "2026-13-01", "2026-02-30", "32.01.2026", "2026-01-01T25:00:00Z", "-1", "1772323200000"]
export const moment: Bad = [...noText, ...notMoments.map(bad => [bad, bad] as [string, unknown])]

const notPictures = [
  "",
  "x",
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example/a.png",
  "ftp://x.example/a.png",
  "/backend/media/../../etc/passwd",
  "/backend/media/x.png",
]
/** A record's pictures. */
export const media: Bad = [
  ["a text", "x"],
  ["a number", 5],
  ["true", true],
  ["an object", {}],
  ["a list of texts", ["https://x.example/a.png"]],
  ["a list of nothing", [null]],
  ["a list of lists", [[]]],
  ["a picture without a place", [{ url: "https://x.example/a.png" }]],
  ["a picture without an address", [{ orderNo: 1 }]],
  ["a negative place", [{ url: "https://x.example/a.png", orderNo: -1 }]],
  ["a place in words", [{ url: "https://x.example/a.png", orderNo: "1" }]],
  ["an endless address", [{ url: `https://x.example/${"a".repeat(2000)}`, orderNo: 1 }]],
  ["too many", Array.from({ length: 51 }, (_, at) => ({ url: "https://x.example/a.png", orderNo: at }))],
  ...notPictures.map(url => [`${url} as a picture`, [{ url, orderNo: 1 }]] as [string, unknown]),
]

/** A day alone. */
export const day: Bad = [
  ...moment,
  ...["2026-03-10T09:00:00Z", "10.03.2026", "2026-3-1"].map(bad => [bad, bad] as [string, unknown]),
]

/** One of a list of words. */
export const word: Bad = [
  ...noText,
  ...["", "x", "0", "1", "null", "__proto__", "toString"].map(bad => [bad, bad] as [string, unknown]),
]
