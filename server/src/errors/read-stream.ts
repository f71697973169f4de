/**
 * Reads a stream to its end. Above the limit, and when the signal aborts, the stream is cancelled, and with it the
 * connection that it comes from.
 * @param limit bytes. @returns undefined above the limit. @throws the reason of the signal
 */
export const readStream = async (
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream?.getReader()
  const cancel = () => reader?.cancel().catch(() => {})
  signal.addEventListener("abort", cancel)
  try {
    while (reader) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      size += value.length
      if (size > limit) {
        await cancel()
        return undefined
      }
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener("abort", cancel)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
