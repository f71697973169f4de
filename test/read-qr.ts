/** A reader of QR codes (ISO/IEC 18004) for tests, written apart from the library that draws them: versions 1 to 3, level M. */

const size = (version: number) => 17 + 4 * version
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Modules of a path of unit rectangles. @throws when a rectangle lies outside */
const modulesOf = (path: string, edge: number): boolean[][] => {
  const rows = Array.from({ length: edge }, () => Array.from({ length: edge }, () => false))
  const drawn = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  if (drawn.map(([whole]) => whole).join("") !== path) throw new Error("The path holds something else than rows of modules.")
  for (const [, x, y, width, back] of drawn) {
    if (width !== back) throw new Error("A rectangle is not closed.")
    for (let at = Number(x); at < Number(x) + Number(width); at++) {
      const row = rows[Number(y)]
      if (row?.[at] !== false) throw new Error("A module lies outside, or is drawn twice.")
      row[at] = true
    }
  }
  return rows
}

/** Whether every codeword polynomial vanishes at the generator's powers: nothing would have to be mended. */
const isUnhurt = (words: number[], checks: number) => {
  const times = (a: number, b: number): number => {
    let product = 0
    for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product & 128 ? 0x11d : 0) ^ ((b >> bit) & 1 ? a : 0)
    return product & 255
  }
  let power = 1
  for (let at = 0; at < checks; at++) {
    if (words.reduce((sum, word) => times(sum, power) ^ word, 0) !== 0) return false
    power = times(power, 2)
  }
  return true
}

/** @returns what the code says; @throws when it is no QR code, or anything in it is wrong */
export const readQr = ({ size: edge, path }: { size: number; path: string }): string => {
  const quiet = 4
  const whole = modulesOf(path, edge)
  const side = edge - 2 * quiet
  const version = [1, 2, 3].find(version => size(version) === side)
  if (!version) throw new Error(`A code of ${side} modules is not read here.`)
  const isQuiet = (at: number) => at < quiet || at >= edge - quiet
  if (whole.some((row, y) => row.some((isDark, x) => isDark && (isQuiet(x) || isQuiet(y))))) throw new Error("No quiet zone.")
  const dark = (x: number, y: number) => whole[y + quiet]?.[x + quiet] === true

  const format = [...[0, 1, 2, 3, 4, 5, 7, 8].map(x => dark(x, 8)), ...[7, 5, 4, 3, 2, 1, 0].map(y => dark(8, y))].reduce(
    (bits, isDark) => (bits << 1) | Number(isDark),
    0,
  )
  const told = (format ^ 0x5412) >> 10
  if (told >> 3 !== 0) throw new Error("The code is not of level M.")
  const mask = masks[told & 7]

  const aligned = version === 1 ? Number.POSITIVE_INFINITY : 4 * version + 10
  const isFixed = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x >= side - 8 && y < 9) ||
    (x < 9 && y >= side - 8) ||
    x === 6 ||
    y === 6 ||
    (Math.abs(x - aligned) <= 2 && Math.abs(y - aligned) <= 2)
  const bits: number[] = []
  for (let right = side - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--
    for (let step = 0; step < side; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? side - 1 - step : step
        if (!isFixed(x, y)) bits.push(Number(dark(x, y) !== mask?.(x, y)))
      }
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  )
  if (!isUnhurt(words, [10, 16, 26][version - 1] ?? 0)) throw new Error("The code's own check fails.")

  let place = 0
  const take = (count: number) => {
    const value = bits.slice(place, place + count).reduce((sum, bit) => sum * 2 + bit, 0)
    place += count
    return value
  }
  if (take(4) !== 2) throw new Error("The code is not alphanumeric.")
  const length = take(9)
  let text = ""
  while (text.length + 1 < length) {
    const pair = take(11)
    text += letters.charAt(Math.floor(pair / 45)) + letters.charAt(pair % 45)
  }
  return text.length < length ? text + letters.charAt(take(6)) : text
}
