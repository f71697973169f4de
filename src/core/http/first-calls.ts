import type { ListDefaults } from "./list-query"

/**
 * The first calls of a page: names of files of its own texts; of a list, with the key of its stored page size, and other paths. `:tenant` is the company of the
 * person, `:id` for the last segment of the address.
 */
export type FirstCalls = {
  texts?: readonly string[]
  list?: { path: string; name: string; defaults: ListDefaults }
  paths?: readonly string[]
}
