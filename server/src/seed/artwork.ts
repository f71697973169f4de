import { crc32, deflateSync } from "node:zlib"
import type { Random } from "./random"

/** Small PNG pictures for the demonstration: flat shapes on a plain background. */
type Size = { width: number; height: number }

const landscape: Size = { width: 480, height: 300 }
const square: Size = { width: 160, height: 160 }

type Color = readonly [number, number, number]

const colorsOf = (hexes: string) => hexes.split(" ").map(hex => [...Buffer.from(hex, "hex")] as unknown as Color)

/** Each a background, a shape and an accent. */
const palettes = [
  "e8efe5 7ca385 e2af54",
  "20304a 5e7da8 f2d48a",
  "f6e3d7 d07a54 7c3f28",
  "e6e4f2 6f67b0 3f3978",
  "ddebf0 4c8ca3 f0b45b",
  "f3e4ea b4496f 78284a",
  "efebdd b79a4b 6f5a22",
  "1f3b33 9cc7ae e6c56b",
].map(hexes => colorsOf(hexes) as [Color, Color, Color])

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([size, body, sum])
}

const png = ({ width, height }: Size, colorAt: (x: number, y: number) => Color) => {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let at = 0
  for (let y = 0; y < height; y++) {
    rows[at++] = 0
    for (let x = 0; x < width; x++) for (const channel of colorAt(x, y)) rows[at++] = channel
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", new Uint8Array()),
  ])
}

const isInside = (x: number, y: number, ox: number, oy: number, r: number) => (x - ox) ** 2 + (y - oy) ** 2 < r * r

/** A picture of hills, a disc, or an arch. */
export const artwork = (random: Random): Uint8Array => {
  const [background, shape, accent] = random.pick(palettes)
  const kind = random.whole(0, 2)
  const cx = random.whole(120, 360)
  const radius = random.whole(60, 110)
  const sun = { x: random.whole(60, 420), y: random.whole(40, 90), radius: random.whole(20, 34) }
  const hill = random.whole(40, 90)
  const { height } = landscape
  return png(landscape, (x, y) => {
    if (isInside(x, y, sun.x, sun.y, sun.radius)) return accent
    if (kind === 0 && y > height - hill - 40 * Math.sin((x + cx) / 70)) return shape
    if (kind === 1 && isInside(x, y, cx, 190, radius)) return shape
    if (kind === 2 && y > 150 && Math.abs(x - cx) < radius && (y > 150 + radius || isInside(x, y, cx, 150 + radius, radius)))
      return shape
    return background
  })
}

const skins = colorsOf("f1cdb0 e0b18e c6926c 96684a")
const hairs = colorsOf("302622 543a2a 805836 b08c5c 96969a")

/** A portrait without features: hair, head and shoulders. */
export const portrait = (random: Random): Uint8Array => {
  const [background, clothes] = random.pick(palettes)
  const skin = random.pick(skins)
  const hair = random.pick(hairs)
  const head = random.whole(28, 32)
  const middle = square.width / 2
  return png(square, (x, y) => {
    if (isInside(x, y, middle, 70, head) && y > 70 - head * 0.35) return skin
    if (isInside(x, y, middle, 66, head + 4)) return hair
    if (y > 90 && y < 116 && Math.abs(x - middle) < 12) return skin
    if (y > 104 && isInside(x, y * 0.8, middle, 134, 52)) return clothes
    return background
  })
}
