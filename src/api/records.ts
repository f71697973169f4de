import type { RecordModule } from "../contract/modules"
import type { Query } from "../core/http/http"
import type { Loaded, Page } from "../core/http/pages"
import type { NameSource } from "./names"

/** What is done to records on their way from a server, and to it. `names`: where missing names are found. */
export type Records = {
  /** @throws NotOffered where the server ignored a filter of the query */
  page: <R extends object>(names: readonly NameSource<R>[], query: Query, page: Page<R>) => Page<R> | Promise<Page<R>>
  one: <R extends object>(names: readonly NameSource<R>[], loaded: Loaded<R>) => Loaded<R> | Promise<Loaded<R>>
  /** The body of a create. @param blank the body of an empty draft */
  created: (kind: RecordModule, body: object, blank: () => object) => object
}

/** A server that keeps the whole contract needs nothing; `startTolerant` replaces this for others. */
export const records: Records = {
  page: (_names, _query, page) => page,
  one: (_names, loaded) => loaded,
  created: (_kind, body) => body,
}
