import type { Node, SourceFile } from "typescript/unstable/ast"
import {
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isJsxAttribute,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from "typescript/unstable/ast/is"
import { API } from "typescript/unstable/sync"
import { afterAll, describe, expect, it } from "vitest"
import { root, sources, typeScript } from "./sources"

const isFunction = (node: Node) => isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node)

const children = (node: Node): Node[] => {
  const found: Node[] = []
  node.forEachChild(child => {
    found.push(child)
    return undefined
  })
  return found
}

/** What calls a function that it is given at once. */
const callsAtOnce =
  /^(?:use(?:Memo|State|Reducer)|(?:flat)?[mM]ap|filter|find\w*|some|every|reduce|forEach|(?:toS|s)ort(?:ed)?|from)$/

const nameOf = (node: Node) =>
  isIdentifier(node) ? node.text : isPropertyAccessExpression(node) && isIdentifier(node.name) ? node.name.text : ""

/** Whether a file declares the name as a ref: by a hook, or by the type of a parameter or member. */
const isRef = (text: string, name: string) =>
  new RegExp(`\\b${name}\\??(?: = use(?:Ref|Latest)\\b|: (?:RefObject<|\\{ (?:readonly )?current\\b))`).test(text)

/** Adds the reads and writes of refs that a component or a hook does while it renders, as `line text`. */
const findReads = (component: Node, file: SourceFile, found: Set<string>) => {
  const declared = new Map<string, Node>()
  const called = new Set<string>()
  const entered = new Set<Node>()
  const enter = (fn: Node) => {
    if (entered.has(fn)) return
    entered.add(fn)
    for (const child of children(fn)) walk(child)
  }
  const walk = (node: Node): void => {
    if (isFunction(node)) {
      const { parent } = node
      if (isFunctionDeclaration(node)) declared.set(node.name?.text ?? "", node)
      else if (isVariableDeclaration(parent) && isIdentifier(parent.name)) declared.set(parent.name.text, node)
      else if (isCallExpression(parent) && (parent.expression === node || callsAtOnce.test(nameOf(parent.expression))))
        enter(node)
      return
    }
    if (isJsxAttribute(node) && /^(?:ref|on[A-Z]\w*)$/.test(node.name.getText(file))) return
    if (isPropertyAccessExpression(node) && nameOf(node) === "current") {
      const isNew = isCallExpression(node.expression) && /^use(?:Ref|Latest)$/.test(nameOf(node.expression.expression))
      if (isNew || isRef(file.text, nameOf(node.expression)))
        found.add(`${file.text.slice(0, node.getStart(file)).split("\n").length} ${node.getText(file)}`)
    }
    if (isCallExpression(node)) {
      const givenFunctions = callsAtOnce.test(nameOf(node.expression)) ? [...node.arguments] : []
      for (const callee of [node.expression, ...givenFunctions]) if (isIdentifier(callee)) called.add(callee.text)
    }
    for (const child of children(node)) walk(child)
  }
  enter(component)
  for (let before = 0; before !== entered.size; ) {
    before = entered.size
    for (const [name, fn] of declared) if (called.has(name)) enter(fn)
  }
}

/** The reads and writes of refs in the renders of a file: of its components and hooks, which have such names. */
const readsInRender = (file: SourceFile): string[] => {
  const found = new Set<string>()
  const search = (node: Node, name: string) => {
    if (isFunction(node)) {
      if (/^(?:use[A-Z]|[A-Z])/.test(isFunctionDeclaration(node) ? (node.name?.text ?? "") : name)) findReads(node, file, found)
      return
    }
    const own = isVariableDeclaration(node) && isIdentifier(node.name) ? node.name.text : name
    for (const child of children(node)) search(child, own)
  }
  search(file, "")
  return [...found]
}

describe("refs", () => {
  const api = new API({ cwd: root })
  afterAll(() => api.close())

  // A ref holds what was committed last, or what an event has set since: a render that reads one shows what it does not follow.
  it("are not read while rendering", () => {
    const project = api.updateSnapshot({ openProject: "tsconfig.json" }).getProjects()[0]
    const found = sources("src", typeScript)
      .filter(({ text }) => text.includes("current"))
      .flatMap(({ path }) => {
        const file = project?.program.getSourceFile(path)
        return file ? readsInRender(file).map(read => `${path}:${read}`) : [`${path} is not in the project`]
      })
    expect(found).toEqual([])
  }, 60_000)
})
