/**
 * Writes the campaigns that a person is offered now as one line of JSON each, with what is left of them (docs/connect-a-program.md):
 * CONSOLE_URL=https://console.example CONSOLE_TOKEN=cck_… EMPLOYEE=3f0d1f6e-… node offers-of-a-person.mjs
 */
const { CONSOLE_URL, CONSOLE_TOKEN, EMPLOYEE } = process.env
const headers = { Authorization: `Bearer ${CONSOLE_TOKEN}`, "Accept-Language": "en" }

/** Returns the value of a call. Waits when the server is busy or the limit of the token is used up. */
const get = async path => {
  const answer = await fetch(`${CONSOLE_URL}/backend${path}`, { headers })
  if (answer.status === 429 || answer.status === 503) {
    const seconds = Number(answer.headers.get("Retry-After") ?? 5)
    await new Promise(done => setTimeout(done, seconds * 1000))
    return get(path)
  }
  const { value, isSuccess, errors } = await answer.json()
  if (!isSuccess) throw new Error(`${answer.status} ${errors[0]}`)
  return value
}

/** The list can move while it is read: an id that was written is skipped. */
const written = new Set()
for (let page = 0, isLast = false; !isLast; page++) {
  const { offers } = await get(`/user/${EMPLOYEE}/offers?page=${page}&pageSize=100`)
  for (const { id, title, brandName, endDate, usable, usesLeft } of offers.filter(offer => !written.has(offer.id))) {
    process.stdout.write(`${JSON.stringify({ id, title, brandName, endDate, usable, usesLeft })}\n`)
    written.add(id)
  }
  isLast = offers.length < 100
}
