import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { open, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { AwsClient } from "aws4fetch"
import { makeFolder, syncFolder } from "../folder"

/** Stores pictures by name. A name contains the hash of the content, so a stored picture never changes. */
export type Store = {
  put: (name: string, bytes: Uint8Array, type: string) => Promise<void>
  get: (name: string) => Promise<Uint8Array | undefined>
  remove: (name: string) => Promise<void>
  names: () => Promise<string[]>
}

/** Stores pictures in a folder. A write is atomic, and durable before `put` resolves. */
export const folderStore = (folder: string): Store => ({
  put: async (name, bytes) => {
    const file = join(folder, name)
    if (existsSync(file)) return
    makeFolder(folder)
    // The temporary name is unique because the same picture may be uploaded twice at the same time.
    const part = `${file}.${randomUUID()}.part`
    const handle = await open(part, "wx", 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
    syncFolder(folder)
  },
  get: name => readFile(join(folder, name)).catch(() => undefined),
  remove: name => rm(join(folder, name), { force: true }),
  names: async () => (existsSync(folder) ? (await readdir(folder)).filter(name => !name.endsWith(".part")) : []),
})

/** Limit of every call to a bucket, ms. */
const timeoutMs = 15_000

/**
 * Stores pictures in a bucket of an S3-compatible service.
 * @param url `https://KEY:SECRET@host/bucket?region=eu-central-1`
 */
export const bucketStore = (url: string): Store => {
  const { username, password, origin, pathname, searchParams } = new URL(url)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: "s3",
    region: searchParams.get("region") ?? "us-east-1",
    retries: 2,
  })
  const bucket = `${origin}${pathname.replace(/\/+$/, "")}`
  const call = (path: string, init: RequestInit = {}) =>
    client.fetch(`${bucket}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const expect = async (answer: Response, ...statuses: number[]) => {
    if (!statuses.includes(answer.status)) throw new Error(`The media store answered ${answer.status}.`)
    return answer
  }
  return {
    put: async (name, bytes, type) => {
      await expect(
        await call(`/${name}`, { method: "PUT", body: Buffer.from(bytes), headers: { "Content-Type": type } }),
        200,
        201,
      )
    },
    get: async name => {
      const answer = await expect(await call(`/${name}`), 200, 404, 403)
      return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : undefined
    },
    remove: async name => {
      await expect(await call(`/${name}`, { method: "DELETE" }), 200, 204, 404)
    },
    names: async () => {
      const found: string[] = []
      let after = ""
      for (;;) {
        const answer = await expect(await call(`?list-type=2&start-after=${encodeURIComponent(after)}`), 200)
        const keys = [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key)
        if (keys.length === 0) return found
        found.push(...keys)
        after = keys.at(-1) ?? ""
      }
    },
  }
}

export const openStore = (config: { dataDir: string; s3Url: string | undefined }): Store =>
  config.s3Url ? bucketStore(config.s3Url) : folderStore(join(config.dataDir, "media"))
