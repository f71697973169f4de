import { lineHeight, linesOf } from "./text-lines"

/** Charts as files: an SVG that needs no stylesheet, and a PNG made of it. */

const svgNamespace = "http://www.w3.org/2000/svg"
const margin = 24
/** Pixels of a PNG for each of the chart. */
const density = 2

/** What the stylesheet sets on a chart's marks, with the values that need not be written. */
const properties = {
  fill: "",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linejoin": "miter",
  opacity: "1",
}
const fontProperties = { "font-family": "", "font-size": "", "font-weight": "400" }
const colours = new Set(["fill", "stroke"])

/** Converts colours to `#rrggbb`: other programs do not know the notations in which the browser computes them. */
const colourConverter = () => {
  const canvas = document.createElement("canvas")
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext("2d", { willReadFrequently: true })
  return (colour: string) => {
    if (!context || colour === "none") return colour
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map(part => part.toString(16).padStart(2, "0")).join("")}`
  }
}

const create = (name: string, { className, ...attributes }: Record<string, string | number>, text = "") => {
  const element = document.createElementNS(svgNamespace, name)
  if (className) element.setAttribute("class", String(className))
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  if (text) element.textContent = text
  return element
}

/** Puts the title and the source above a chart, and paper behind all. @returns width and height */
const addHead = (svg: SVGSVGElement, title: string, source: string) => {
  const [, , width = 0, height = 0] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number)
  const lines = [
    ...linesOf(title, width * 0.9).map(line => ({ line, name: "chart__value" })),
    ...linesOf(source, width * 0.9).map(line => ({ line, name: "chart__label" })),
  ]
  const marks = create("g", { transform: `translate(${margin} ${margin + lines.length * lineHeight + 12})` })
  marks.append(...[...svg.children].filter(({ tagName }) => tagName !== "title"))
  const size = { width: width + 2 * margin, height: height + lines.length * lineHeight + 12 + 2 * margin }
  svg.append(
    create("rect", { className: "chart__paper", ...size }),
    ...lines.map(({ line, name }, at) => create("text", { className: name, x: margin, y: margin + 13 + at * lineHeight }, line)),
    marks,
  )
  for (const [name, value] of Object.entries({ ...size, viewBox: `0 0 ${size.width} ${size.height}`, xmlns: svgNamespace }))
    svg.setAttribute(name, String(value))
  return size
}

/** Replaces classes by the values that the stylesheet gives them. */
const inlineStyles = (svg: SVGSVGElement) => {
  const toHex = colourConverter()
  for (const element of svg.querySelectorAll("[class]")) {
    const style = getComputedStyle(element)
    const written = element.tagName === "text" ? { ...properties, ...fontProperties } : properties
    for (const [name, initial] of Object.entries(written)) {
      const value = style.getPropertyValue(name)
      if (value && value !== initial) element.setAttribute(name, colours.has(name) ? toHex(value) : value)
    }
    element.removeAttribute("class")
  }
}

/** Returns the SVG file of a shown chart, in light colours. @param title is written above it, then the source */
const svgOf = (shown: SVGSVGElement, title: string, source: string) => {
  const svg = shown.cloneNode(true) as SVGSVGElement
  for (const { name } of [...svg.attributes]) if (name !== "viewBox" && name !== "aria-labelledby") svg.removeAttribute(name)
  svg.setAttribute("role", "img")
  for (const area of svg.querySelectorAll(".chart__hit")) area.remove()
  for (const link of svg.querySelectorAll("a")) link.replaceWith(...link.childNodes)
  const size = addHead(svg, title, source)
  // Computed beside the shown chart, within the same company's colours.
  const host = document.createElement("div")
  host.className = "chart"
  host.dataset.theme = "light"
  host.hidden = true
  host.append(svg)
  shown.parentElement?.after(host)
  inlineStyles(svg)
  host.remove()
  return { ...size, file: new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }) }
}

/** @throws when the browser cannot make the picture */
const pngOf = async ({ file, width, height }: { file: Blob; width: number; height: number }): Promise<Blob> => {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(width * density)
    canvas.height = Math.round(height * density)
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"))
    if (!png) throw new Error("The picture could not be made.")
    return png
  } finally {
    URL.revokeObjectURL(url)
  }
}

export type PictureType = "svg" | "png"

/** Returns a shown chart as a file. @throws when the browser cannot make it */
export const chartPicture = async (
  type: PictureType,
  shown: SVGSVGElement,
  { title, source }: { title: string; source: string },
): Promise<Blob> => {
  const picture = svgOf(shown, title, source)
  return type === "svg" ? picture.file : pngOf(picture)
}
