import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { root, type Source, sources } from "./sources"

/** Headings and files that code and documents refer to. */
const code = [".ts", ".tsx", ".mjs", ".css", ".sql"] as const
const fileAt = (path: string): Source => ({ path, text: readFileSync(join(root, path), "utf8") })
const documents = [...sources("docs", [".md"]), fileAt("README.md")]
const files = [
  ...["src", "server/src", "server/migrations", "test", "scripts"].flatMap(folder => sources(folder, code)),
  fileAt("build.mjs"),
  ...documents,
]

/** A heading's anchor by GitHub's rules: lower case, punctuation dropped, spaces as dashes, repetitions numbered. */
const slugsOf = (text: string): string[] => {
  const used = new Map<string, number>()
  const headings = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").matchAll(/^#{1,6} +(.+?) *#*$/gm)
  return [...headings].map(([, heading = ""]) => {
    const slug = heading
      .replace(/[`*]/g, "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-")
    const times = used.get(slug) ?? 0
    used.set(slug, times + 1)
    return times ? `${slug}-${times}` : slug
  })
}

const anchors = new Map<string, string[]>(documents.map(({ path, text }) => [path, slugsOf(text)]))

/** Whether a path (from the root) exists and, for a document, has the heading. */
const resolves = (path: string, anchor: string | undefined): boolean => {
  if (!existsSync(join(root, path))) return false
  if (anchor === undefined) return true
  return !statSync(join(root, path)).isDirectory() && (anchors.get(path)?.includes(anchor) ?? false)
}

/** Mentions of a document in a comment or text: `docs/contract.md#lists`. */
const mentions = /(?<![\w/.-])docs\/[\w./-]+\.md(?:#([\w-]+))?/g

/** Inline links of a document, code left out. */
const linksOf = (text: string): string[] =>
  [...text.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)

describe("the references", () => {
  it("to documents name an existing file and heading", () => {
    const broken = files.flatMap(({ path, text }) =>
      [...text.matchAll(mentions)]
        .filter(([mention, anchor]) => !resolves(mention.replace(/#.*/, ""), anchor))
        .map(([mention]) => `${path}: ${mention}`),
    )
    expect(broken).toEqual([])
  })

  it("between documents name an existing file and heading", () => {
    const broken = documents.flatMap(({ path, text }) =>
      linksOf(text).flatMap(target => {
        if (/^[a-z]+:/.test(target)) return []
        const [file = "", anchor] = target.split("#")
        const to = file ? join(dirname(path), file).replaceAll("\\", "/") : path
        return resolves(to, anchor) ? [] : [`${path}: ${target}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it("of documents to files name an existing one", () => {
    const broken = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|server|scripts|test|locales)\/[\w./-]+)`/g)]
        .filter(([, file = ""]) => !existsSync(join(root, file)))
        .map(([, file]) => `${path}: ${file}`),
    )
    expect(broken).toEqual([])
  })

  it("are found at all", () => {
    expect(documents.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(50)
    expect(slugsOf("# A, b (`c`)\n## A, b (c)\n")).toEqual(["a-b-c", "a-b-c-1"])
  })
})

describe("the documents", () => {
  const headings: Record<string, string> = {
    payments: "payment-providers",
    gifts: "gift-cards",
    "report-figures": "reports",
    "gift-codes": "gift-cards",
    record: "missing-members",
    approval: "approvals",
    "approval-comment": "approvals",
    inactivity: "authentication",
    wire: "missing-members",
    audit: "audit-and-undo",
    modules: "permissions",
    session: "authentication",
    tokens: "access-tokens",
    views: "saved-views",
    entries: "draw-entries",
    drafts: "permission-drafts",
    codes: "campaign-codes",
    uses: "campaign-uses",
    void: "campaign-uses",
    answers: "survey-answers",
    changes: "survey-changes",
    "reminder-days": "survey-record",
    report: "survey-report",
    "sign-in-connections": "sign-in-by-a-provider",
  }
  it("of each kind of record stand in the contract under one heading", () => {
    const kinds = sources("src/contract", [".ts"]).filter(({ path }) => !path.startsWith("src/contract/draw-proof/"))
    for (const kind of kinds) {
      const name = kind.path.replace(/^.*\/|\.ts$/g, "")
      const heading = headings[name] ?? name
      expect(anchors.get("docs/contract.md")).toContain(heading)
    }
  })

  it("keep the README short", () => {
    expect(fileAt("README.md").text.split("\n").length).toBeLessThan(130)
  })

  it("list every decision", () => {
    const listed = linksOf(fileAt("docs/decisions/README.md").text)
    const pages = sources("docs/decisions", [".md"]).map(({ path }) => path.replace("docs/decisions/", ""))
    expect(pages.filter(name => name !== "README.md" && !listed.includes(name))).toEqual([])
  })

  it("name every package under a decision", () => {
    const text = sources("docs/decisions", [".md"])
      .map(({ text }) => text)
      .join("\n")
    const packages = ["package.json", "server/package.json"].flatMap(path => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(fileAt(path).text) as Record<string, object>
      return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    })
    expect(packages.filter(name => !text.includes(`\`${name}\``))).toEqual([])
  })
})
