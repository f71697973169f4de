import { fsyncSync } from "node:fs"
import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { syncFolder } from "../folder"

/** Nodes and streams of PGlite's file system layer; `nfd` is the descriptor of a stream's file. */
type Node = { parent: Node }
type Stream = { nfd: number }
type Attributes = { mode?: number }
type Layer = {
  NODEFS: {
    realPath: (node: Node) => string
    tryFSOperation: <T>(work: () => T) => T
    node_ops: {
      mknod: (parent: Node, name: string, mode: number, device: number) => Node
      rename: (node: Node, folder: Node, name: string) => void
      setattr: (node: Node, attributes: Attributes) => void
    }
    stream_ops: {
      setattr: (stream: Stream, attributes: Attributes) => void
      fsync?: (stream: Stream) => number
    }
  }
}
type Init = ReturnType<NodeFS["init"]>

/** Number of syncs to the disk, for tests. */
export const syncs = { count: 0 }

const ownerOnly = ~0o077

/**
 * PGlite's file system with fsync, and without access for others. The original has no fsync: an acknowledged write is
 * lost when the power fails. Here every sync that PostgreSQL requests is executed, and writes the names of files created
 * before it to the disk too, which PostgreSQL leaves to the file system
 * (docs/decisions/server/2026-11-21-embedded-database.md).
 */
export class DurableFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]): Init {
    const { emscriptenOpts } = await super.init(pg, options)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), extend] } }
  }
}

const extend = (module: unknown) => {
  const { NODEFS: layer } = module as Layer
  const { mknod, rename, setattr } = layer.node_ops
  const setStreamAttributes = layer.stream_ops.setattr
  /** Folders whose names have changed since the last sync. */
  const changed = new Set<string>()
  const masked = (attributes: Attributes) =>
    attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ownerOnly }

  layer.node_ops.mknod = (parent, name, mode, device) => {
    changed.add(layer.realPath(parent))
    return mknod(parent, name, mode & ownerOnly, device)
  }
  layer.node_ops.rename = (node, folder, name) => {
    changed.add(layer.realPath(node.parent)).add(layer.realPath(folder))
    rename(node, folder, name)
  }
  layer.node_ops.setattr = (node, attributes) => setattr(node, masked(attributes))
  layer.stream_ops.setattr = (stream, attributes) => setStreamAttributes(stream, masked(attributes))
  layer.stream_ops.fsync = stream =>
    layer.tryFSOperation(() => {
      fsyncSync(stream.nfd)
      for (const folder of changed) syncIfPresent(folder)
      changed.clear()
      syncs.count++
      return 0
    })
}

/** A folder may have been removed since. */
const syncIfPresent = (folder: string) => {
  try {
    syncFolder(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
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
