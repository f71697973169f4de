import { sessionStore } from "../../../core/storage"
import { releaseReplaced } from "../../../state/release"

type ChunkFailure = "timeout" | "missing" | "error"

/** A script or stylesheet that could not be loaded (docs/console.md#chunks). */
export class ChunkLoadError extends Error {
  declare readonly type: ChunkFailure
  /** Set for stylesheets. */
  declare readonly code?: "CSS_CHUNK_LOAD_FAILED"

  constructor(type: ChunkFailure, options: { code?: "CSS_CHUNK_LOAD_FAILED" | undefined; cause?: unknown }) {
    super(`A part of the application could not be loaded (${type}).`, { cause: options.cause })
    this.name = "ChunkLoadError"
    this.type = type
    if (options.code) this.code = options.code
  }
}

/** Time after which a chunk counts as lost. */
export const chunkTimeoutMs = 120_000

/**
 * Asks the server whether a newer release has replaced the file.
 * @param url the running script where the browser does not report the file; a release replaces all files
 */
const determineFailure = async (url = import.meta.url): Promise<ChunkFailure> => {
  const response = await fetch(url, { method: "HEAD", cache: "no-store" }).catch(() => undefined)
  if (response?.status !== 404 && response?.status !== 410) return "error"
  releaseReplaced()
  return "missing"
}

/** Returns the URL in a browser's message about a failed import. */
const urlIn = (error: unknown) => (error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined)

/** @param urlOf returns the file that a failure concerns; @throws ChunkLoadError when `load` fails or exceeds {@link chunkTimeoutMs} */
const loadInTime = async <T>(
  load: () => Promise<T>,
  urlOf: (error: unknown) => string | undefined,
  code?: "CSS_CHUNK_LOAD_FAILED",
): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError("timeout", { code })), chunkTimeoutMs)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error
    throw new ChunkLoadError(await determineFailure(urlOf(error)), { code, cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Runs an `import()`. @throws ChunkLoadError when it fails or takes longer than {@link chunkTimeoutMs} */
export const loadChunk = <M>(load: () => Promise<M>): Promise<M> => loadInTime(load, urlIn)

declare const __CONSOLE_CSS__: string | undefined
declare const __LEGAL_CSS__: string | undefined

/** URLs of the signed-in console's stylesheet and of the legal pages', which the sign-in pages do not load. */
const consoleCss = typeof __CONSOLE_CSS__ === "string" ? __CONSOLE_CSS__ : undefined
export const legalCss = typeof __LEGAL_CSS__ === "string" ? __LEGAL_CSS__ : undefined

const sheets = new Map<string, Promise<void>>()

/** Whether a sheet was loaded: browsers list a failed one without rules. Rules of another origin cannot be read. */
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
      reject()
    }
    document.head.append(sheet)
  })

const addSheet = async (href: string) => {
  if (isLinked(href)) return
  try {
    await loadInTime(
      () => link(href),
      () => href,
      "CSS_CHUNK_LOAD_FAILED",
    )
  } catch (error) {
    sheets.delete(href)
    throw error
  }
}

/** Appends a stylesheet once and waits until it applies. @param href the signed-in console's by default; @throws ChunkLoadError */
export const loadStyle = (href = consoleCss): Promise<void> => {
  if (!href) return Promise.resolve()
  const running = sheets.get(href) ?? addSheet(href)
  sheets.set(href, running)
  return running
}

const key = "reloadedFor"

/**
 * Reloads the page after a newer release has replaced its files, once per running release.
 * @returns false when the page was already reloaded for this release; the caller then shows the error
 */
export const reloadOnce = (release = import.meta.url, reload = () => location.reload()): boolean => {
  if (sessionStore.get(key) === release) return false
  sessionStore.set(key, release)
  reload()
  return true
}
