import { isRecord } from "../is-record"
import { type Exchange, type FailureKind, type Http, HttpError } from "./http"
import { parseResponse, type RawResponse, type SuccessRule } from "./response"

/** `onProgress` receives the fraction sent, 0 to 1. */
export type UploadOptions = { success?: SuccessRule; signal?: AbortSignal; onProgress?: (fraction: number) => void }

/** The header lines of an XMLHttpRequest, by name in lower case. */
const headersOf = (lines: string) =>
  new Map(
    lines.split("\r\n").map(line => {
      const at = line.indexOf(":")
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )

const sendForm =
  (form: FormData, { onProgress, signal }: UploadOptions): Exchange =>
  (url, headers, { createRequest, onReachability }) =>
    new Promise<RawResponse>((resolve, reject) => {
      const request = createRequest?.() ?? new XMLHttpRequest()
      const cancel = () => request.abort()
      const fail = (kind: FailureKind) => () => reject(new HttpError({ kind }))
      request.open("POST", url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = event => {
        if (event.lengthComputable) onProgress?.(event.loaded / event.total)
      }
      request.onload = () => {
        onReachability?.(true, request.status)
        // Across origins a browser logs an error when a header is asked for by name that the server does not expose.
        const received = headersOf(request.getAllResponseHeaders())
        resolve({ status: request.status, header: name => received.get(name.toLowerCase()) ?? null, body: request.responseText })
      }
      request.onerror = () => {
        onReachability?.(false)
        fail("network")()
      }
      request.ontimeout = fail("timeout")
      request.onabort = fail("aborted")
      request.onloadend = () => signal?.removeEventListener("abort", cancel)
      signal?.addEventListener("abort", cancel, { once: true })
      if (signal?.aborted) return fail("aborted")()
      request.send(form)
    })

/** Returns the URL in the answer to an upload: `value.url`, `value`, `url` or `data.url` (docs/contract.md#uploads). */
const uploadUrl = (value: unknown, body: unknown): string | undefined => {
  const member = (holder: unknown, name: string) =>
    isRecord(holder) ? (holder[name] ?? holder[name.charAt(0).toUpperCase() + name.slice(1)]) : undefined
  return [member(value, "url"), value, member(body, "url"), member(member(body, "data"), "url")].find(
    url => typeof url === "string" && url.trim() !== "",
  ) as string | undefined
}

/** Uploads a file without a time-out (docs/contract.md#uploads). @returns its URL */
export type Upload = (path: string, file: Blob, orderNo: number, options?: UploadOptions) => Promise<string>

export const uploadBy =
  (http: Pick<Http, "postBy">): Upload =>
  async (path, file, orderNo, options = {}) => {
    const form = new FormData()
    form.set("file", file)
    form.set("orderNo", String(orderNo))
    const received = await http.postBy(path, sendForm(form, options))
    const answer = parseResponse(received, options)
    const url = uploadUrl(answer.value, received.body.trim() ? JSON.parse(received.body) : undefined)
    if (url === undefined) throw new HttpError({ kind: "format", status: answer.status, requestId: answer.requestId })
    return url
  }
