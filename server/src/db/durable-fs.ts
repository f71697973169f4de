import { fsyncSync } from "node:fs"
import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/** A stream of PGlite's file system layer: `nfd` is the file descriptor beneath it. */
type Stream = { nfd: number }
type Layer = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } }
type Init = ReturnType<NodeFS["init"]>

/** How often the embedded database has reached the disk: a test counts on it. */
export const syncs = { count: 0 }

/**
 * PGlite's folder, made durable. As shipped its file system layer has no fsync, and an acknowledged write is gone with
 * the power (decisions §12); here every sync that PostgreSQL asks for reaches the disk.
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

/** PGlite's own start parameters without `-F`, which turns syncing off, and with the one sync method that the layer has. */
export const durableParams = (defaults: readonly string[]) => [
  ...defaults.filter(param => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "fsync=on",
]
