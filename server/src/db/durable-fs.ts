import { fsyncSync } from "node:fs"
import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/** A stream of PGlite's file system layer; `nfd` is the descriptor of its file. */
type Stream = { nfd: number }
type Layer = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } }
type Init = ReturnType<NodeFS["init"]>

/** Number of syncs to the disk, for tests. */
export const syncs = { count: 0 }

/**
 * PGlite's file system with fsync. The original has none: an acknowledged write is lost when the power fails. Here every
 * sync that PostgreSQL requests is executed (docs/decisions/2026-11-21-embedded-database.md).
 */
export class DurableFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]): Init {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (module: unknown) => {
      ;(module as Layer).NODEFS.stream_ops.fsync = stream => {
        fsyncSync(stream.nfd)
        syncs.count++
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addSync] } }
  }
}

/** PGlite's start parameters without `-F`, which disables syncs, and with the one sync method that the layer supports. */
export const durableParams = (defaults: readonly string[]) => [
  ...defaults.filter(param => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "fsync=on",
]
