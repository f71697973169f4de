import type { ImageType } from "../../../src/core/image-type"
import { Broken, type Structure, TooLarge } from "./checks"
import { readGif } from "./gif"
import { readJpeg } from "./jpeg"
import { readPng } from "./png"
import { readWebp } from "./webp"

/**
 * The structure of a picture, read to its end. Decoders disagree about a picture whose parts contradict each other, and
 * some allocate what a part claims: such a picture is refused. What the camera wrote beside the pixels is left out
 * (docs/security.md#uploaded-files).
 */
const readers: Record<ImageType, (file: Buffer) => Structure | Promise<Structure>> = {
  png: readPng,
  gif: readGif,
  jpeg: readJpeg,
  webp: readWebp,
}

/** @returns the picture without metadata; "damaged" when it is cut off or its parts contradict each other; "tooLarge" */
export const withoutMetadata = async (bytes: Uint8Array, type: ImageType): Promise<Uint8Array | "damaged" | "tooLarge"> => {
  try {
    const { parts } = await readers[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return new Uint8Array(Buffer.concat(parts))
  } catch (error) {
    if (error instanceof TooLarge) return "tooLarge"
    // Reading past the end throws a RangeError.
    if (error instanceof Broken || error instanceof RangeError) return "damaged"
    throw error
  }
}
