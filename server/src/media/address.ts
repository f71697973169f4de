import type { ImageType } from "../../../src/core/image-type"
import { prefix } from "../prefix"

/** A stored picture is addressed by the SHA-256 hash of its content: `/backend/media/<hash>.<type>`. */
const fileName = /^([\da-f]{64})\.(png|jpeg|webp|gif)$/

export const mediaName = (hash: string, type: ImageType) => `${hash}.${type}`

export const mediaUrl = (hash: string, type: ImageType) => `${prefix}/media/${mediaName(hash, type)}`

/** @returns undefined when the name can't be one of a stored picture */
export const parseMediaName = (name: string): { hash: string; type: ImageType } | undefined => {
  const [, hash, type] = fileName.exec(name) ?? []
  return hash && type ? { hash, type: type as ImageType } : undefined
}

/** The hash in the address of an uploaded picture; undefined for any other address. */
export const mediaHashOf = (url: string): string | undefined => {
  const folder = `${prefix}/media/`
  return url.startsWith(folder) ? parseMediaName(url.slice(folder.length))?.hash : undefined
}
