import { describe, expect, it } from "vitest"
import { bilingual } from "../../scripts/build/bilingual.mjs"

/** How the build carries English along in the prerendered page. */
describe("a page in two languages", () => {
  it.each([
    ["a text", "<p>Kaydet</p>", "<p>Save</p>", `<p data-en="[[0,&quot;Save&quot;]]">Kaydet</p>`],
    [
      "an attribute",
      `<input title="Ad"/>`,
      `<input title="Name"/>`,
      `<input title="Ad" data-en="[[&quot;title&quot;,&quot;Name&quot;]]"/>`,
    ],
    [
      "the second of two texts around a child",
      "<p>A<b>x</b>İki</p>",
      "<p>A<b>x</b>Two</p>",
      `<p data-en="[[2,&quot;Two&quot;]]">A<b>x</b>İki</p>`,
    ],
    [
      "a text after a comment",
      "<p>A<!-- -->Bir</p>",
      "<p>A<!-- -->One</p>",
      `<p data-en="[[2,&quot;One&quot;]]">A<!-- -->Bir</p>`,
    ],
    ["escaped characters", "<p>Ve</p>", "<p>R&amp;D &lt;now&gt;</p>", `<p data-en="[[0,&quot;R&amp;D &lt;now>&quot;]]">Ve</p>`],
    ["nothing", `<p class="a">OK</p>`, `<p class="a">OK</p>`, `<p class="a">OK</p>`],
  ])("carries %s", (_, turkish, english, page) => {
    expect(bilingual(turkish, english)).toBe(page)
  })

  it.each([
    ["<p>Bir</p>", "<p>One</p><p>Two</p>"],
    ["<p>Bir</p>", "<b>One</b>"],
    [`<p lang="tr">Bir</p>`, "<p>One</p>"],
  ])("refuses pages that differ in more than words: %s and %s", (turkish, english) => {
    expect(() => bilingual(turkish, english)).toThrow("differ in structure")
  })
})
