/** What the readers of all formats check (docs/security.md#uploaded-files). */
export type Size = { width: number; height: number }

/** A picture that was read to its end. `parts`: the file without metadata and without what follows its end. */
export type Structure = Size & { parts: readonly Uint8Array[] }

/** Larger pictures are refused because decoding them needs too much memory: pixels per edge, and pixels in total. */
const maxEdge = 8_000
const maxPixels = 40_000_000

/** The picture is cut off, or its parts contradict each other. */
export class Broken extends Error {}

/** The picture has too many pixels. */
export class TooLarge extends Error {}

export const check = (isTrue: boolean) => {
  if (!isTrue) throw new Broken()
}

/** Called as soon as a size is known, before what it claims is read. @throws Broken without an edge, TooLarge */
export const checkSize = (size: Size): Size => {
  const { width, height } = size
  check(width > 0 && height > 0)
  if (width > maxEdge || height > maxEdge || width * height > maxPixels) throw new TooLarge()
  return size
}

export const hasEdges = ({ width, height }: Size) => width > 0 && height > 0
export const isSame = (a: Size, b: Size) => a.width === b.width && a.height === b.height
export const fits = ({ x, y, width, height }: Size & { x: number; y: number }, canvas: Size) =>
  x + width <= canvas.width && y + height <= canvas.height

/** Pixels of all frames of an animation together; its frames are drawn over and over. */
const maxFramePixels = 50_000_000
export const areFew = (frames: number, { width, height }: Size) => frames === 1 || frames * width * height <= maxFramePixels
