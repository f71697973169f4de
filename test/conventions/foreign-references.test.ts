import { describe, expect, it } from "vitest"
import { places, sources } from "./sources"

/**
 * References that only readers of other pages could follow: their sections (`S3`), decisions and principles. Comments
 * name headings of docs/ instead (docs/decisions/development/2026-11-21-references-to-docs.md).
 */
// Migrations keep theirs: an applied file is never edited.
const code = [".ts", ".tsx", ".mjs", ".css"] as const
/** The protocol of buckets is called S3 as well. */
const isStore = (path: string) => /\/store(?:\.test)?\.ts$/.test(path)
const folders = ["src", "server/src", "test", "scripts"]
const files = folders
  .flatMap(folder => sources(folder, code))
  // This file names the patterns that it forbids.
  .filter(({ path }) => path !== "test/conventions/foreign-references.test.ts" && !isStore(path))

describe("no reference leads out of the repository", () => {
  const rows: [string, RegExp][] = [
    ["a section", /\bS[1-9]\b(?=[ ),;:'.]|$)/m],
    ["a section's number", /§/],
    ["the performance page", /\bperformance page\b|\bperformance\.md\b/],
    ["the quality page", /\bquality page\b|\bquality\.md\b/],
    ["a design principle", /\bdesign, (?:principle|Accessibility|Voice)\b|\(design\b/],
  ]
  it.each(rows)("%s", (_, pattern) => {
    expect(files.flatMap(file => places(file, pattern))).toEqual([])
  })
})
