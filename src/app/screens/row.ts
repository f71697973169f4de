import type { ComponentType } from "react"
import { type Module, moduleTable, nameOfModule } from "../../contract/modules"
import type { Key } from "../../core/text/i18n"
import type { Role } from "../../state/session"
import type { IconName } from "../../ui/display/icons/icon"
import { type LazyScreen, lazyScreen, type PrefetchTarget } from "../../ui/pages/loading/lazy-screen"
import type { ChunkLoader } from "../../ui/pages/loading/with-texts"
import { type Chunk, type ChunkName, chunks, type RecordChunk, type RecordChunkName } from "./chunks"

/** The chunk of a list, and the path of its call; null: whether it is a call depends on the deployment. */
type ListCall = { chunk: RecordChunkName; path: string | null }

/** What a screen shows: of one record, or of many, or another page. */
export type Kind = "single" | "list" | "add" | "edit" | "view"

/** A screen, with all that the console knows of it (docs/console.md#routes). */
export type Screen = {
  path: string
  access: "public" | readonly Role[]
  module?: Module
  /** Beside the access to its module: the permission to write, or that nothing is taken away from the person. */
  needs?: "write" | "unrestricted"
  title: Key
  kind: Kind
  /** Path of the list from which the screen's links begin. */
  base: string
  /** Its entry in a menu. */
  menu?: { icon: IconName; in: "sidebar" | "header" }
  /** The list that it shows, whose first page boot.ts requests. */
  list?: ListCall
  /** The same for the screens of both roles that show the same. */
  component: LazyScreen
}

const platform: readonly Role[] = ["Administrator"]
const company: readonly Role[] = ["TenantAdmin"]
const both: readonly Role[] = ["Administrator", "TenantAdmin"]
export const roles = { platform, company, both }

export type Root = "/admin" | "/user"
export const areaOf = (role: Role): Root => (role === "Administrator" ? "/admin" : "/user")

/** What a screen shows of its chunk, and the data that a link to it requests before it is followed. */
type Shown<M> = { show: (chunk: M) => ComponentType; first?: (chunk: M) => (target: PrefetchTarget) => void }

const componentOf = <N extends ChunkName>(chunk: N, { show, first }: Shown<Chunk<N>>) =>
  lazyScreen(chunks[chunk] as ChunkLoader<Chunk<N>>, show, first)

type Page<M> = Shown<M> & {
  /** After `/admin/` or `/user/`; whole if it begins with a slash. */
  path: string
  /** Absent: both. */
  roles?: readonly Role[]
  module?: Module
  title: Key
  /** Path of the list under which it is; absent: its own. */
  base?: string
  kind?: Kind
  needs?: Screen["needs"]
  menu?: IconName
  /** The menu with its entry; absent: the header's. */
  in?: NonNullable<Screen["menu"]>["in"]
  /** The list that it shows: its first page is requested with the document, and by a link before it is followed. */
  list?: ListCall
}

/** The screens of a page of the signed-in console: one a role, unless the path is the same for both. */
export const page = <N extends ChunkName>(
  chunk: N,
  { path, roles = both, base = path, kind = "single", menu, in: place = "header", show, first, ...row }: Page<Chunk<N>>,
): Screen[] => {
  const firstData = first ?? (row.list && (firstList as unknown as Shown<Chunk<N>>["first"]))
  const shared = {
    ...row,
    kind,
    ...(menu && { menu: { icon: menu, in: place } }),
    component: componentOf(chunk, { show, ...(firstData && { first: firstData }) }),
  }
  return path.startsWith("/")
    ? [{ ...shared, path, base, access: roles }]
    : roles.map(role => ({ ...shared, path: `${areaOf(role)}/${path}`, base: `${areaOf(role)}/${base}`, access: [role] }))
}

/** The first data of a list, for pages that show it. */
const firstList = ({ prefetch }: Pick<RecordChunk, "prefetch">) => prefetch.list
const firstForm = ({ prefetch }: Pick<RecordChunk, "prefetch">) => prefetch.form
export const firstView = ({ prefetch }: Pick<RecordChunk, "prefetch">) => prefetch.view

/** @param path absent: `/<record>/list` */
export const listCall = (chunk: RecordChunkName, path: string | null = `/${moduleTable[chunk].record}/list`): ListCall => ({
  chunk,
  path,
})

type Records<N extends RecordChunkName> = {
  path: string
  roles?: readonly Role[]
  icon: IconName
  in: "sidebar" | "header"
  /** Path of the list's call; absent: `/<record>/list`. */
  call?: string | null
  /** Absent: all four. A chunk without `Edit` does not compile with it. */
  kinds?: readonly (Chunk<N> extends { Edit: ComponentType } ? Exclude<Kind, "single"> : Exclude<Kind, "single" | "edit">)[]
}

const paths = { list: "", add: "/add", edit: "/edit/:id", view: "/:id" }
const allKinds = ["list", "add", "edit", "view"] as const

/** The screens of a module's records, for each role. */
export const records = <N extends RecordChunkName>(
  module: N,
  { path, roles = both, icon, in: menu, call, kinds }: Records<N>,
): Screen[] => {
  const load = chunks[module] as ChunkLoader<RecordChunk>
  const components = {
    list: lazyScreen(load, chunk => chunk.List, firstList),
    add: lazyScreen(load, chunk => chunk.Add, firstForm),
    edit: lazyScreen(load, ({ Edit, View }) => Edit ?? View, firstForm),
    view: lazyScreen(load, chunk => chunk.View, firstView),
  }
  return roles.flatMap(role => {
    const base = `${areaOf(role)}/${path}`
    return (kinds ?? allKinds).map(
      (kind): Screen => ({
        path: base + paths[kind],
        access: [role],
        module,
        title: nameOfModule(module),
        kind,
        base,
        component: components[kind],
        ...((kind === "add" || kind === "edit") && { needs: "write" as const }),
        ...(kind === "list" && { menu: { icon, in: menu }, list: listCall(module, call) }),
      }),
    )
  })
}

/** Pages without a session. */
export const open = <N extends ChunkName>(chunk: N, title: Key, show: (chunk: Chunk<N>) => ComponentType, ...paths: string[]) => {
  const component = componentOf(chunk, { show })
  return paths.map((path): Screen => ({ path, access: "public", title, kind: "single", base: path, component }))
}
