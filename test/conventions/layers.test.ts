import { describe, expect, it } from "vitest"
import { type Import, imports } from "./imports"
import { sources, typeScript, withoutComments } from "./sources"

/** Who may import whom, as esbuild resolves the imports (docs/decisions/development/2026-11-21-server-folders.md). */

const layerOf = (path: string) => {
  const [top, second] = path.split("/")
  if (top !== "src") return top ?? ""
  return second?.replace(/\.tsx?$/, "") ?? ""
}

const isPackage = (to: string) => !/^(src|server|locales)(\/|$)/.test(to)

/** What each layer may reach: layers, and packages. */
const allowed: Record<string, { layers: readonly string[]; packages: readonly string[] }> = {
  core: { layers: ["core"], packages: [] },
  contract: { layers: ["core", "contract"], packages: [] },
  state: { layers: ["core", "state"], packages: ["valtio/vanilla", "valtio/vanilla/utils"] },
  effects: { layers: ["core", "contract", "state", "effects", "api"], packages: ["valtio/vanilla", "valtio/vanilla/utils"] },
  api: { layers: ["core", "contract", "state", "api"], packages: [] },
  ui: { layers: ["core", "state", "ui"], packages: ["react", "react-dom", "valtio", "wouter"] },
  modules: { layers: ["core", "contract", "state", "ui", "modules", "api"], packages: ["react", "valtio", "wouter"] },
  app: {
    layers: ["core", "contract", "state", "ui", "modules", "app", "api"],
    packages: ["react", "react-dom", "valtio", "wouter", "wouter/use-browser-location"],
  },
  boot: { layers: ["core", "boot-state"], packages: [] },
  "boot-state": { layers: ["core"], packages: [] },
  // Keeps the texts of React; of React itself it uses nothing.
  "translated-texts": { layers: [], packages: ["react"] },
  prerender: { layers: ["core", "state", "app", "modules"], packages: ["react-dom/server", "wouter"] },
}

/** What a lower layer takes of the contract: a change that waits for a second person is shown by the frames of all kinds of records. */
const shared: Record<string, RegExp> = {
  ui: /^src\/contract\/approval(-comment)?\.ts$/,
  boot: /^src\/contract\/inactivity\.ts$/,
}

const mayReach = ({ from, to, isType }: Import) => {
  const rule = allowed[layerOf(from)]
  if (!rule) return layerOf(from) === "main" || layerOf(from) === "globals"
  if (isPackage(to)) return rule.packages.includes(to)
  if (shared[layerOf(from)]?.test(to)) return true
  if (to.startsWith("locales/")) return isType && (layerOf(from) === "core" || from === "src/contract/modules.ts")
  return rule.layers.includes(layerOf(to))
}

/** What each room of the server may reach: rooms beneath it, and of the console `core` and `contract` (checked below). */
const serverRooms: Record<string, readonly string[]> = {
  folder: [],
  output: ["release"],
  release: [],
  hashing: [],
  prefix: [],
  "postgres-url": [],
  errors: [],
  outgoing: [],
  db: ["errors", "folder", "postgres-url"],
  mail: ["db"],
  media: ["errors", "folder", "outgoing", "prefix"],
  config: ["errors", "folder", "mail", "postgres-url"],
  http: ["errors", "db", "mail", "media", "config", "release"],
  auth: ["errors", "db", "http", "prefix"],
  jobs: ["errors", "db", "http", "mail"],
  kinds: ["hashing", "errors", "db", "http", "auth"],
  records: ["errors", "db", "http", "auth", "kinds"],
  webhooks: ["errors", "outgoing", "db", "config", "http", "auth", "jobs", "kinds", "records", "release"],
  routes: ["errors", "http", "auth", "kinds", "records"],
  resources: [
    "hashing",
    "errors",
    "outgoing",
    "db",
    "mail",
    "media",
    "config",
    "http",
    "auth",
    "jobs",
    "kinds",
    "prefix",
    "records",
    "webhooks",
    "routes",
    "openapi",
  ],
  openapi: ["http", "prefix", "kinds", "release", "routes"],
  seed: ["hashing", "db", "media", "kinds", "resources"],
  operations: [
    "hashing",
    "errors",
    "folder",
    "output",
    "postgres-url",
    "db",
    "mail",
    "media",
    "config",
    "http",
    "auth",
    "kinds",
    "records",
    "resources",
    "seed",
  ],
  app: ["errors", "db", "http", "auth", "prefix", "release", "routes", "resources"],
  "openapi-file": ["openapi", "resources"],
  site: ["errors", "http", "prefix", "resources", "app", "webhooks"],
  main: ["errors", "output", "db", "mail", "media", "config", "http", "operations", "seed", "site"],
}

/** The rooms of `src/ui` in one order: each may import those before it; type imports count. */
const uiRooms = ["hooks", "display", "controls", "placeholders", "overlays", "forms", "lists", "charts", "pages"]

const uiRoomOf = (path: string) => uiRooms.indexOf(/^src\/ui\/([^/]+)\//.exec(path)?.[1] ?? "")

const serverRoomOf = (path: string) => /^server\/src\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(path)?.[1] ?? ""

const mayReachRoom = ({ from, to }: Import) => {
  const [room, target] = [serverRoomOf(from), serverRoomOf(to)]
  return room === target || (serverRooms[room]?.includes(target) ?? false)
}

/** The nodes of a graph that lie on a cycle, or between two, with their targets. */
const cyclesOf = (targets: Map<string, Set<string>>): string[] => {
  // A node without targets, or that is no target, is on no cycle: such nodes are removed until none is left.
  let removed = true
  while (removed) {
    removed = false
    for (const [node, reached] of targets) {
      for (const target of reached) if (!targets.has(target)) reached.delete(target)
      const isTarget = [...targets.values()].some(others => others.has(node))
      if (reached.size && isTarget) continue
      targets.delete(node)
      removed = true
    }
  }
  return [...targets].map(([node, reached]) => `${node} → ${[...reached].join(", ")}`)
}

/** Import cycles among the files of a folder; type imports count, but not what is loaded later: the table of screens loads pages that read it. */
const fileCycles = (folder: string): string[] => {
  const targets = new Map<string, Set<string>>()
  for (const { from, to, isLazy } of imports)
    if (!isLazy && from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`))
      targets.set(from, (targets.get(from) ?? new Set()).add(to))
  expect(targets.size).toBeGreaterThan(200)
  return cyclesOf(targets)
}

/** Import cycles among the subfolders of a folder; type imports count. */
const folderCycles = (folder: string): string[] => {
  const subfolderOf = (path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined)
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [source, target] = [subfolderOf(from), subfolderOf(to)]
    if (!source || !target || source === target) continue
    targets.set(source, (targets.get(source) ?? new Set()).add(target))
  }
  expect(targets.size).toBeGreaterThan(2)
  return cyclesOf(targets)
}

const show = (wrong: Import[]) => wrong.map(({ from, to }) => `${from} → ${to}`)
const moduleOf = (path: string) => /^src\/modules\/([^/]+)/.exec(path)?.[1]

describe("the arrows between layers", () => {
  it("finds the import lines it judges", () => {
    expect(imports.length).toBeGreaterThan(200)
  })

  it("each layer of the console imports only what lies beneath it", () => {
    expect(show(imports.filter(found => found.from.startsWith("src/") && !mayReach(found)))).toEqual([])
  })

  it("only modules' api.ts, effects, app/pages and main import the HTTP client", () => {
    const may = /^src\/(api\/.+|modules\/[^/]+\/api|effects\/.+|app\/pages\/.+|main)\.tsx?$/
    expect(show(imports.filter(({ from, to }) => to === "src/api/http.ts" && !may.test(from)))).toEqual([])
  })

  it("a module reaches another module only through its api, and what modules share", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [mine, theirs] = [moduleOf(from), moduleOf(to)]
      return mine && theirs && mine !== theirs && theirs !== "records" && !/\/api\.ts$/.test(to)
    })
    expect(show(wrong)).toEqual([])
  })

  it("each room of ui imports only the rooms before it", () => {
    const within = imports.filter(({ from, to }) => from.startsWith("src/ui/") && to.startsWith("src/ui/"))
    expect(within.length).toBeGreaterThan(200)
    expect(within.filter(({ from }) => uiRoomOf(from) < 0).map(({ from }) => from)).toEqual([])
    expect(show(within.filter(({ from, to }) => uiRoomOf(from) < uiRoomOf(to)))).toEqual([])
  })

  it("only main imports effects", () => {
    expect(
      show(imports.filter(({ from, to }) => to.startsWith("src/effects/") && !/^src\/(effects\/.+|main)\.tsx?$/.test(from))),
    ).toEqual([])
  })

  it("each room of the server imports only the rooms beneath it", () => {
    const within = imports.filter(({ from, to }) => from.startsWith("server/src/") && to.startsWith("server/src/"))
    expect(within.length).toBeGreaterThan(200)
    expect(show(within.filter(found => !mayReachRoom(found)))).toEqual([])
  })

  it.each(["src", "server/src"])("no files of %s import each other in a cycle", folder => {
    expect(fileCycles(folder)).toEqual([])
  })

  it("no resources of the server import each other in a cycle", () => {
    expect(folderCycles("server/src/resources")).toEqual([])
  })

  it("the server takes from the console only core and contract", () => {
    const may = /^src\/(core|contract)\/.+$/
    expect(show(imports.filter(({ from, to }) => from.startsWith("server/") && to.startsWith("src/") && !may.test(to)))).toEqual(
      [],
    )
  })

  it("the console never imports the server", () => {
    expect(show(imports.filter(({ from, to }) => from.startsWith("src/") && to.startsWith("server/")))).toEqual([])
  })
})

describe("the words of code", () => {
  const products =
    /\w*(?:campaign|partner|brand|gift|payment|announcement|survey|(?<!with)draw|feedback|employee|tenant|coupon|provider|subsidiar|prize)\w*/gi
  /** Names that core and ui may use, in code and strings, with the reason. */
  const allowed: Record<string, RegExp> = {
    // The design's own name for its notched shape, and the name on it.
    "src/ui/display/pictures/coupon.tsx": /^(?:\w*coupon\w*|brandName)$/i,
    "src/ui/display/pictures/coupon-size.ts": /^couponSize$/,
    // The wire's names of a record's owner and of the companies that it is offered to.
    "src/ui/hooks/screen-context.ts": /^tenant(?:Ids?|Name)$/,
    "src/ui/display/owner-mark.tsx": /^tenant(?:Id|Name|Admin)$/i,
    "src/ui/lists/use-owner-column.ts": /^tenantId$/,
    "src/ui/forms/owner-field.tsx": /^tenantIds?$/,
    // Kinds that a field of a record may name.
    "src/core/fields.ts": /^(?:brand|gift|tenant)$/,
    // The colours of a company, as the styles name them.
    "src/ui/display/paint.ts": /^brand$/,
    // The method of a canvas.
    "src/ui/charts/chart-picture.ts": /^drawImage$/,
    // Names of pictures.
    "src/ui/display/icons/console-icons.ts": /^(campaign|gift)$/,
  }
  it("core and ui name no kind of record", () => {
    const found = [...sources("src/core", typeScript), ...sources("src/ui", typeScript)].flatMap(({ path, text }) =>
      [
        ...withoutComments(text)
          .replace(/ from "[^"]*"|import\("[^"]*"\)/g, "")
          .matchAll(products),
      ]
        .map(([word]) => word)
        .filter(word => !allowed[path]?.test(word))
        .map(word => `${path}: ${word}`),
    )
    expect(found).toEqual([])
  })
})
