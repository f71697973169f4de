import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { access, constants, open, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { AwsClient } from "aws4fetch"
import { makeFolder, syncFolder } from "../folder"
import { callService, type OutgoingLimits } from "../outgoing/call"

/** Stores pictures by name. A name contains the hash of the content that was put, so the pixels of a stored picture never change. */
export type Store = {
  put: (name: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Exchanges the content of a picture: the same pixels without metadata. */
  replace: (name: string, bytes: Uint8Array, type: string) => Promise<void>
  get: (name: string) => Promise<Uint8Array | undefined>
  remove: (name: string) => Promise<void>
  names: () => Promise<string[]>
  /** Of a folder. @throws Error of the system when nothing can be stored in it */
  requireRoom?: () => Promise<void>
}

/** A write is atomic, and durable before it resolves. */
const writeFile = async (folder: string, name: string, bytes: Uint8Array) => {
  const file = join(folder, name)
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
}

/** Stores pictures in a folder. */
export const folderStore = (folder: string): Store => ({
  requireRoom: async () => {
    makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  },
  put: async (name, bytes) => {
    if (existsSync(join(folder, name))) return
    makeFolder(folder)
    await writeFile(folder, name, bytes)
  },
  replace: (name, bytes) => writeFile(folder, name, bytes),
  get: name => readFile(join(folder, name)).catch(() => undefined),
  remove: name => rm(join(folder, name), { force: true }),
  names: async () => (existsSync(folder) ? (await readdir(folder)).filter(name => !name.endsWith(".part")) : []),
})

/** Limit of every call to a bucket with its repetitions, ms: below the 10 s in which a call of the product is answered. */
const timeoutMs = 8_000
/** Delays before the second and the third attempt of a call that the bucket could not answer, ms. */
const retryDelaysMs = [100, 400]
/** Largest answer of a bucket: a picture, or the names of a thousand; bytes. */
const maxAnswer = 32 * 1024 * 1024

const mayRetry = (status: number) => status === 429 || status >= 500

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
  })
  const bucket = `${origin}${pathname.replace(/\/+$/, "")}`
  const attempt = async (method: string, path: string, limits: OutgoingLimits, body?: Uint8Array, type?: string) => {
    const signed = await client.sign(`${bucket}${path}`, {
      method,
      ...(body && { body: Buffer.from(body) }),
      ...(type && { headers: { "Content-Type": type } }),
    })
    return callService(signed.url, { method, headers: Object.fromEntries(signed.headers), body }, limits)
  }
  /** @throws Error for another status than the expected ones, and after 8 s */
  const call = async (method: string, path: string, statuses: readonly number[], body?: Uint8Array, type?: string) => {
    const end = Date.now() + timeoutMs
    for (const delayMs of [...retryDelaysMs, undefined]) {
      const { status, bytes } = await attempt(method, path, { timeoutMs: end - Date.now(), maxAnswer }, body, type)
      if (statuses.includes(status)) return { status, bytes }
      if (delayMs === undefined || !mayRetry(status)) throw new Error(`The media store answered ${status}.`)
      await setTimeout(delayMs)
    }
    throw new Error("The media store did not answer.")
  }
  const put: Store["put"] = async (name, bytes, type) => {
    await call("PUT", `/${name}`, [200, 201], bytes, type)
  }
  return {
    put,
    replace: put,
    get: async name => {
      const { status, bytes } = await call("GET", `/${name}`, [200, 404, 403])
      return status === 200 ? bytes : undefined
    },
    remove: async name => {
      await call("DELETE", `/${name}`, [200, 204, 404])
    },
    names: async () => {
      const found: string[] = []
      let after = ""
      for (;;) {
        const { bytes } = await call("GET", `?list-type=2&start-after=${encodeURIComponent(after)}`, [200])
        const keys = [
          ...Buffer.from(bytes)
            .toString("utf8")
            .matchAll(/<Key>([^<]+)<\/Key>/g),
        ].map(([, key = ""]) => key)
        if (keys.length === 0) return found
        found.push(...keys)
        after = keys.at(-1) ?? ""
      }
    },
  }
}

export const openStore = (config: { dataDir: string; s3Url: string | undefined }): Store =>
  config.s3Url ? bucketStore(config.s3Url) : folderStore(join(config.dataDir, "media"))
