/**
 * The browsers of the console: the last two years of Chrome, Edge, Firefox and Safari (docs/build.md#browsers).
 * Raise `since`, `target` and the feature that src/styles/index.css asks for together, and delete the rows that became older than `since`.
 */
import { readdirSync, readFileSync } from "node:fs"
import { root } from "./paths.mjs"

/** The month from which on versions count. */
export const since = "2024-11"
/** The versions of that month. */
export const target = ["chrome131", "edge131", "firefox132", "safari18.1"]

/**
 * Features that not all four have had since then: name, pattern of the source, the month since which they have it ("" while one does
 * not), and the files that may use it, each with what happens without it. A new feature of the web gets its row before it is used; what
 * the language itself has is limited by `lib` in tsconfig.json.
 */
export const features = [
  ["scheduler", /\bscheduler\??\.\w/, ""],
  [
    "requestIdleCallback",
    /\brequestIdleCallback\b/,
    "",
    { "src/app/routing/load-when-idle.ts": "a timer", "src/ui/pages/list/list-page.tsx": "no prefetch" },
  ],
  ["wake lock", /\bwakeLock\b/, "2025-03", { "src/modules/draws/presentation/use-wake-lock.ts": "the screen may turn dark" }],
  ["share", /\bnavigator\.(share|canShare)\b/, "", { "src/modules/surveys/invite-results.tsx": "the link is copied" }],
  ["full screen", /\brequestFullscreen\b/, "", { "src/modules/draws/presentation/use-full-screen.ts": "the window's size" }],
  ["popovers that close by themselves", /\bpopover="(auto|hint)?"|\bpopoverTarget\b/, "2025-01"],
  ["iteration of streams", /for await \(const \w+ of \w*(stream|readable|body)\w*\)/i, ""],
  ["Blob.bytes, Response.bytes", /\.bytes\(\)/, "2025-01"],
  ["Uint8Array.toBase64, fromHex", /\.(toBase64|fromBase64|toHex|fromHex)\(/, "2025-09"],
  [
    "iterator helpers",
    /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find|forEach)\(/,
    "2025-03",
  ],
  ["Promise.try", /\bPromise\.try\b/, "2025-01"],
  ["RegExp.escape", /\bRegExp\.escape\b/, "2025-05"],
  ["modifiers in regular expressions", /\(\?[ims]+(-[ims]+)?:/, ""],
  ["Intl.DurationFormat", /\bDurationFormat\b/, "2025-03"],
  ["Temporal", /\bTemporal\.\w/, ""],
  ["imports of JSON", /\bwith \{ type: "(json|css)" \}/, ""],
  ["explicit resource management", /^\s*(await )?using \w+ =/m, ""],
  ["URLPattern", /\bURLPattern\b/, "2025-09"],
  ["Navigation", /\bnavigation\.(navigate|addEventListener|intercept|currentEntry)\b/, ""],
  ["Cookie Store", /\bcookieStore\b/, "2025-06"],
  ["view transitions", /\bstartViewTransition\b|view-transition|\bViewTransition\b/, "2025-10"],
  ["moveBefore", /\.moveBefore\(/, ""],
  ["setHTML", /\.setHTML(Unsafe)?\(/, ""],
  ["highlights", /\bCSS\.highlights\b|::highlight\(/, "2025-06"],
  ["scrollend", /\bscrollend\b|\bonScrollEnd\b/, ""],
  ["file system access", /\bshow(Open|Save|Directory)\w*Picker\b/, ""],
  ["WebCrypto on Ed25519", /\b(Ed25519|X25519)\b/, "2025-05"],
  ["rendering that waits", /\bblocking="render"/, "", { "scripts/build/pages.mjs": "the page is painted in parts" }],
  ["invokers", /\b(commandfor|commandFor|command=)/, ""],
  ["closedby", /\bclosed[bB]y\b/, ""],
  ["hidden until found", /\bhidden=\{?"until-found"/, ""],
]

/** The same of stylesheets. */
export const styleFeatures = [
  [
    "field-sizing",
    /\bfield-sizing\b/,
    "",
    {
      "src/styles/components/controls/text-area.css": "the height of its rows, and a grip",
      "src/styles/modules/feedback.css": "its least height, and a grip",
    },
  ],
  ["scroll-state()", /\bscroll-state\b/, "", { "src/styles/components/overlays/dialog.css": "no line above the foot" }],
  ["text-wrap: pretty", /\btext-wrap: pretty\b/, "", { "src/styles/base.css": "lines break as usual" }],
  ["scrollbar-width", /\bscrollbar-width\b/, "2024-12", { "src/styles/components/display/tabs.css": "a bar below the tabs" }],
  ["scrollbar-color, scrollbar-gutter", /\bscrollbar-(color|gutter)\b/, ""],
  ["overflow-anchor", /\boverflow-anchor\b/, "", { "src/styles/modules/feedback.css": "Safari anchors nothing" }],
  ["anchor positioning", /\banchor-(name|scope)\b|\banchor(-size)?\(|\bposition-(try|area|anchor)\b/, ""],
  ["sizes of keywords in transitions", /\binterpolate-size\b|\bcalc-size\(/, ""],
  ["scroll-driven animations", /\b(animation|scroll|view)-timeline\b|\banimation-range\b/, ""],
  ["@scope, @function, if()", /@(scope|function|mixin)\b|: if\(/, ""],
  ["::details-content, :open", /::details-content\b|[^-]:open\b/, ""],
  ["shape(), corner-shape", /\bshape\(|\bcorner-shape\b/, ""],
  ["text-box", /\btext-box\b/, ""],
  ["contrast-color(), sibling-index()", /\bcontrast-color\(|\bsibling-(index|count)\(/, ""],
  ["appearance: base-select", /\bbase-select\b/, ""],
]

const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "$1")

/** The sources of what browsers load. */
const consoleSources = () => {
  const names = ["src", "public"].flatMap(folder =>
    readdirSync(root + folder, { recursive: true }).map(name => `${folder}/${name}`),
  )
  return [...names.map(name => name.replaceAll("\\", "/")), "scripts/build/pages.mjs"]
    .filter(name => /\.(ts|tsx|css|html|mjs)$/.test(name))
    .map(path => ({ path, text: readFileSync(root + path, "utf8") }))
}

/** Returns in words which sources use a feature that is too new without a fallback, and which fallbacks have no use any more. */
export const newerFeatures = (sources = consoleSources()) => {
  const isStyle = ({ path }) => path.endsWith(".css")
  const read = sources.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  const check = (table, files) =>
    table.flatMap(([name, pattern, , fallbacks = {}]) => {
      const users = files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
      const unused = Object.keys(fallbacks).filter(path => !users.includes(path))
      return [
        ...users.filter(path => !fallbacks[path]).map(path => `${path} uses ${name}, which not all browsers have`),
        ...unused.map(path => `${path} has a fallback for ${name}, which it does not use`),
      ]
    })
  return [
    ...check(
      features,
      read.filter(file => !isStyle(file)),
    ),
    ...check(styleFeatures, read.filter(isStyle)),
  ]
}
