import { expect, it } from "vitest"
import { features, newerFeatures, since, styleFeatures } from "../../scripts/build/browsers.mjs"

/** The browsers that the console is built for (docs/build.md#browsers). */

it("no source uses what one of the browsers lacks without a fallback, and each fallback has its use", () => {
  expect(newerFeatures()).toEqual([])
})

it("the list holds nothing that all browsers have had for long enough", () => {
  expect([...features, ...styleFeatures].filter(([, , from]) => from && from <= since)).toEqual([])
})

it.each([
  ["src/a.ts", "element.moveBefore(a, b)", "src/a.ts uses moveBefore, which not all browsers have"],
  ["src/a.tsx", '<button commandfor="menu">', "src/a.tsx uses invokers, which not all browsers have"],
  ["src/a.tsx", '<div popover="auto">', "src/a.tsx uses popovers that close by themselves, which not all browsers have"],
  ["src/a.ts", "const [first] = map.values().filter(isOpen)", "src/a.ts uses iterator helpers, which not all browsers have"],
  ["src/a.css", "a { anchor-name: --menu }", "src/a.css uses anchor positioning, which not all browsers have"],
  ["src/a.ts", "/* element.moveBefore() */ Object.values(all).filter(isOpen)", undefined],
  ["src/a.css", "a { field-sizing: content }", "src/a.css uses field-sizing, which not all browsers have"],
])("%s: %s", (path, text, message) => {
  const found = newerFeatures([{ path, text }]).filter(line => line.startsWith(path))
  expect(found).toEqual(message ? [message] : [])
})

it("names a fallback without use", () => {
  expect(newerFeatures([])).toContain("src/styles/base.css has a fallback for text-wrap: pretty, which it does not use")
})
