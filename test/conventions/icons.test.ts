import { describe, expect, it } from "vitest"
import { consoleIcons } from "../../src/ui/display/icons/console-icons"
import { startIcons } from "../../src/ui/display/icons/start-icons"
import { closureOf } from "./imports"
import { sources, typeScript, withoutComments } from "./sources"

/** Icons are added by the chunk that shows them; a missing one would be an empty picture that no compiler notices. */

const files = new Map(sources("src", typeScript).map(({ path, text }) => [path, withoutComments(text)]))
const pages = ["src/main.tsx", "src/app/pages/sign-in/sign-in-pages.ts", "src/app/pages/public-pages.ts"]
/** Their icons are those of the menus, which shell.tsx shows. */
const menuTable = "src/app/screens/table.ts"
const namePattern = /(?:\bicon[:=]\s*|<Icon name=)\{?"([\w-]+)"/g

describe("the icons", () => {
  it.each(pages)("of %s are those that every page has", page => {
    const shown = [...closureOf(page)].filter(path => path !== menuTable)
    const names = shown.flatMap(path => [...(files.get(path) ?? "").matchAll(namePattern)].map(([, name]) => name))
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter(name => !Object.hasOwn(startIcons, name ?? ""))).toEqual([])
  })
  it.each(["src/app/shell/shell.tsx", "src/app/pages/go-draw.tsx", "src/app/pages/go-survey.tsx"])(
    "of the console are added by %s",
    page => {
      expect([...closureOf(page)]).toContain("src/ui/display/icons/add-console-icons.ts")
    },
  )
  it("of the console are all shown somewhere, and are not among the others", () => {
    const code = [...files]
      .filter(([path]) => !path.endsWith("-icons.ts"))
      .map(([, text]) => text)
      .join("\n")
    expect(Object.keys(consoleIcons).filter(name => !code.includes(`"${name}"`))).toEqual([])
    expect(Object.keys(consoleIcons).filter(name => Object.hasOwn(startIcons, name))).toEqual([])
  })
})
