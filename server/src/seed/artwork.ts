import { crc32, deflateSync } from "node:zlib"
import type { Random } from "./random"

/** Small PNG pictures for the demonstration: flat shapes on a plain background. */
type Size = { width: number; height: number }

const landscape: Size = { width: 480, height: 300 }
const square: Size = { width: 160, height: 160 }

type Color = readonly [number, number, number]

const palettes: readonly (readonly [Color, Color, Color])[] = [
  [
    [232, 239, 229],
    [124, 163, 133],
    [226, 175, 84],
  ],
  [
    [32, 48, 74],
    [94, 125, 168],
    [242, 212, 138],
  ],
  [
    [246, 227, 215],
    [208, 122, 84],
    [124, 63, 40],
  ],
  [
    [230, 228, 242],
    [111, 103, 176],
    [63, 57, 120],
  ],
  [
    [221, 235, 240],
    [76, 140, 163],
    [240, 180, 91],
  ],
  [
    [243, 228, 234],
    [180, 73, 111],
    [120, 40, 74],
  ],
  [
    [239, 235, 221],
    [183, 154, 75],
    [111, 90, 34],
  ],
  [
    [31, 59, 51],
    [156, 199, 174],
    [230, 197, 107],
  ],
]

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

const skins: readonly Color[] = [
  [241, 205, 176],
  [224, 177, 142],
  [198, 146, 108],
  [150, 104, 74],
]
const hairs: readonly Color[] = [
  [48, 38, 34],
  [84, 58, 42],
  [128, 88, 54],
  [176, 140, 92],
  [150, 150, 154],
]

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
