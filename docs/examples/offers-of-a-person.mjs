/**
 * An employee application of a company and its subsidiaries: writes the campaigns that a person is offered now as one line of JSON
 * each (docs/connect-a-program.md):
 * CONSOLE_URL=https://console.example CONSOLE_TOKEN=cck_… COMPANY=1b2c… EMPLOYEE=3f0d1f6e-… node offers-of-a-person.mjs
 */
const { CONSOLE_URL, CONSOLE_TOKEN, COMPANY, EMPLOYEE } = process.env
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

const person = await get(`/user/${EMPLOYEE}`)
const active = 2

/** Without companies a campaign is offered to its owner and the subsidiaries of that, of the platform's to all. */
const isOffered = ({ tenantIds, tenantId }) =>
  tenantIds.length > 0 ? tenantIds.includes(person.tenantId) : [null, person.tenantId, COMPANY].includes(tenantId)

const seen = new Set()
for (let page = 0, isLast = false; !isLast; page++) {
  const { campaigns } = await get(`/campaign/list?status=${active}&page=${page}&pageSize=100`)
  for (const campaign of campaigns.filter(({ id }) => !seen.has(id))) {
    seen.add(campaign.id)
    const { id, title, brandName, endDate } = campaign
    if (isOffered(campaign)) process.stdout.write(`${JSON.stringify({ id, title, brandName, endDate })}\n`)
  }
  isLast = campaigns.length < 100
}
