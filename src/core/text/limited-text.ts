/**
 * Reads the body of a response as text, at most `maxBytes` of it: the rest of a longer or endless body is cancelled.
 * @returns what was read, which may end within a character
 */
export const readLimitedText = async (response: Response, maxBytes: number): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ""
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  while (size <= maxBytes) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  reader.cancel().catch(() => undefined)
  return text
}
