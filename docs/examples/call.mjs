/** A call with an access token, for the programs beside this file (docs/connect-a-program.md). */
const { CONSOLE_URL, CONSOLE_TOKEN } = process.env
const headers = { Authorization: `Bearer ${CONSOLE_TOKEN}`, "Content-Type": "application/json", "Accept-Language": "en" }

/**
 * Returns the value of a call. Waits and repeats it where there is no answer, the server is busy or the limit of the token is used up: a
 * call that writes needs a reference or an Idempotency-Key.
 */
export const call = async (path, init = {}) => {
  const answer = await fetch(`${CONSOLE_URL}/backend${path}`, { headers, ...init }).catch(
    () => new Response(null, { status: 503 }),
  )
  if (answer.status === 429 || answer.status === 503) {
    const seconds = Number(answer.headers.get("Retry-After") ?? 5)
    await new Promise(done => setTimeout(done, seconds * 1000))
    return call(path, init)
  }
  const { value, isSuccess, errors } = await answer.json()
  if (!isSuccess) throw new Error(`${answer.status} ${errors[0]}`)
  return value
}
