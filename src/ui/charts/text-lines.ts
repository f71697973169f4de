/** Texts in charts: SVG neither measures nor wraps them. */

/** Size of a chart's text, and the distance of its lines, px. */
const textSize = 13
export const lineHeight = 18

/** Returns the width of a text, px. */
type Measure = (text: string) => number

let context: CanvasRenderingContext2D | null | undefined

/** Measures text of {@link textSize} in the page's font; estimates it where there is no canvas. */
export const measureText: Measure = text => {
  context ??= document.createElement("canvas").getContext("2d")
  if (!context) return text.length * textSize * 0.56
  context.font = `${textSize}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}

/** Returns the longest start of a word that fits, at least one letter. */
const startOf = (word: string, width: number, measure: Measure) => {
  const letters = [...word]
  let length = letters.length
  while (length > 1 && measure(letters.slice(0, length).join("")) > width) length--
  return letters.slice(0, length).join("")
}

/** Wraps a text into lines of at most `width` px, between words where possible. @returns at least one line */
export const linesOf = (text: string, width: number, measure: Measure = measureText): string[] => {
  const lines: string[] = []
  let line = ""
  for (let word of text.trim().split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    while (measure(word) > width && [...word].length > 1) {
      const start = startOf(word, width, measure)
      lines.push(start)
      word = word.slice(start.length)
    }
    line = word
  }
  return [...lines, line]
}
