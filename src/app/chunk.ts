import { sessionStore } from "../core/storage"
import { releaseReplaced } from "../state/release"

/** A screen's script or style that could not be had becomes one error, whatever the browser said (S8). */
export type ChunkFault = "timeout" | "missing" | "error"

export class ChunkLoadError extends Error {
  readonly type: ChunkFault
  /** Set for stylesheets only (S8). */
  readonly code?: "CSS_CHUNK_LOAD_FAILED"

  constructor(type: ChunkFault, options: { code?: "CSS_CHUNK_LOAD_FAILED"; cause?: unknown } = {}) {
    super(`A part of the application could not be loaded (${type}).`, { cause: options.cause })
    this.name = "ChunkLoadError"
    this.type = type
    if (options.code) this.code = options.code
  }
}

/** Milliseconds after which a chunk counts as lost (S9). */
export const chunkTimeout = 120_000

const late = () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError("timeout")), chunkTimeout)
  })
  return { promise, stop: () => clearTimeout(timer) }
}

/**
 * Whether the server says that the file is gone (a newer release stands there), or could not be asked. A browser that
 * does not name the file is asked for the script that is running: a release takes all of its files away.
 */
const faultOf = async (url = import.meta.url): Promise<ChunkFault> => {
  const answer = await fetch(url, { method: "HEAD", cache: "no-store" }).catch(() => undefined)
  if (answer?.status !== 404 && answer?.status !== 410) return "error"
  releaseReplaced()
  return "missing"
}

const urlIn = (error: unknown) => (error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined)

/** Runs an `import()`. @throws ChunkLoadError when it fails or takes longer than {@link chunkTimeout} */
export const loadChunk = async <M>(load: () => Promise<M>): Promise<M> => {
  const clock = late()
  try {
    return await Promise.race([load(), clock.promise])
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error
    throw new ChunkLoadError(await faultOf(urlIn(error)), { cause: error })
  } finally {
    clock.stop()
  }
}

declare const __CONSOLE_CSS__: string | undefined
declare const __LEGAL_CSS__: string | undefined

/** The signed-in console's stylesheet, and that of the long public texts: the login page waits for neither. */
const consoleCss = typeof __CONSOLE_CSS__ === "string" ? __CONSOLE_CSS__ : undefined
export const legalCss = typeof __LEGAL_CSS__ === "string" ? __LEGAL_CSS__ : undefined

const sheets = new Map<string, Promise<void>>()

/** A sheet that could not be had is listed without rules; another origin's rules can't be read. */
const hasRules = (sheet: CSSStyleSheet) => {
  try {
    return sheet.cssRules.length > 0
  } catch {
    return true
  }
}

const isLinked = (href: string) =>
  [...document.styleSheets].some(sheet => sheet.href && new URL(sheet.href).pathname === href && hasRules(sheet))

const link = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const sheet = document.createElement("link")
    sheet.rel = "stylesheet"
    sheet.href = href
    sheet.onload = () => resolve()
    sheet.onerror = () => {
      sheet.remove()
      reject(new ChunkLoadError("error", { code: "CSS_CHUNK_LOAD_FAILED" }))
    }
    document.head.append(sheet)
  })

const addSheet = async (href: string) => {
  if (isLinked(href)) return
  const clock = late()
  try {
    await Promise.race([link(href), clock.promise])
  } catch (error) {
    sheets.delete(href)
    const type = error instanceof ChunkLoadError && error.type === "timeout" ? "timeout" : await faultOf(href)
    throw new ChunkLoadError(type, { code: "CSS_CHUNK_LOAD_FAILED", cause: error })
  } finally {
    clock.stop()
  }
}

/** Appends a stylesheet once and waits until it applies; without an argument, the signed-in console's. @throws ChunkLoadError */
export const loadStyle = (href = consoleCss): Promise<void> => {
  if (!href) return Promise.resolve()
  const running = sheets.get(href) ?? addSheet(href)
  sheets.set(href, running)
  return running
}

const key = "reloadedFor"

/**
 * Loads the page anew when a release took this one's files away: once per release, so that it can't loop.
 * @returns false when it was tried before for the release that is running; the caller then shows the error
 */
export const reloadOnce = (release = import.meta.url, reload = () => location.reload()): boolean => {
  if (sessionStore.get(key) === release) return false
  sessionStore.set(key, release)
  reload()
  return true
}
