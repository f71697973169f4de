import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { deployedSite, startNginx } from "../../scripts/nginx.mjs"

/** What deploy/nginx.conf writes to its logs (docs/operations.md#logs): calls that are answered, redirected to TLS, and not answered. */

const token = "Zk3v-Qw8Rt_LmN4pXy7Ab2Cd5Ef9Gh1J"
const id = "4f1c2a6e-93d0-4b7e-8a55-0c9d1e2f3a4b"

/** [path of a call, what is logged of it] */
const rows: [string, string][] = [
  ["/", "/"],
  ["/login?redirect=%2Fuser%2Fdraws", "/login"],
  ["/user/campaigns/edit/4f1c2a6e-93d0-4b7e-8a55-0c9d1e2f3a4b", `/user/campaigns/edit/${id}`],
  ["/assets/chunk-2NFYKYVB.js", "/assets/chunk-2NFYKYVB.js"],
  ["/locales/tr/common.json", "/locales/tr/common.json"],
  ["/favicon.svg", "/favicon.svg"],
  [`/backend/media/${"ab".repeat(32)}.png`, `/backend/media/${"ab".repeat(32)}.png`],
  ["/backend/openapi.json", "/backend/openapi.json"],
  ["/backend/campaign/list?page=0&keyword=SECRET", "/backend/campaign/list"],
  [`/backend/draw/${id}/winner/12`, `/backend/draw/${id}/winner/12`],
  ["/backend/Auth/GetToken?email=SECRET%40person.example&code=135790", "/backend/Auth/GetToken"],
  ["/backend/Auth/GetCode/SECRET%40person.example", "/backend/Auth/GetCode/*"],
  ["/backend/auth/getcode/SECRET@person.example", "/backend/auth/getcode/*"],
  [`/go/survey/${token}`, "/go/survey/*"],
  [`/go/survey/${token}/?utm_source=${token}`, "/go/survey/*"],
  [`/%67o/survey%2F${token}`, "/go/survey/*"],
  [`//go//survey/./${token}`, "/go/survey/*"],
  ["/go/survey/SECRET", "/go/survey/*"],
  [`/backend/go/survey/${token}`, "/backend/go/survey/*"],
  [`/backend/monthly-report/unsubscribe/${id}.${token}`, "/backend/monthly-report/unsubscribe/*"],
  [`/backend/summary/unsubscribe/${id}.${token}`, "/backend/summary/unsubscribe/*"],
  [`/backend/approvals/unsubscribe/${id}.${token}`, "/backend/approvals/unsubscribe/*"],
  [`/backend/undo/${token}`, "/backend/undo/*"],
  ["/backend/campaign/code/SECRET", "/backend/campaign/code/*"],
  // Addresses that were copied wrong.
  [`/goto/survey/${token}`, "-"],
  [`/${token}`, "-"],
  ["/Auth/GetCode/SECRET@person.example", "/Auth/GetCode/*"],
  ["/backend/user/SECRET@person.example", "-"],
  ["/backend/user/list/135790", "-"],
  ["/backend/user/list%3Femail=SECRET", "-"],
]

/** Parts of the calls above, and of this client, that no log may have. */
const secrets = [token, token.slice(0, 12), "SECRET", "person.example", "135790", "agent", "127.0.0.1 ", "client:"]

const upstream = createServer((_, response) => response.end("ok"))
const started: ReturnType<typeof startNginx>[] = []
let urls: string[] = []

const start = async (ports: number[]) => {
  const [port, plainPort] = [await freePort(), await freePort()]
  started.push(startNginx(deployedSite(port, ports, plainPort)))
  return [`http://127.0.0.1:${port}`, `http://127.0.0.1:${plainPort}`]
}
const logs = (file: string) => started.map(nginx => nginx.read(`console.${file}.log`)).join("")
const isThere = (url: string) =>
  fetch(`${url}/ready`, { redirect: "manual" }).then(
    () => true,
    () => false,
  )

beforeAll(async () => {
  await new Promise<void>(done => upstream.listen(0, "127.0.0.1", done))
  const { port } = upstream.address() as AddressInfo
  urls = [...(await start([port, port])), ...(await start([await freePort(), await freePort()])).slice(0, 1)]
  for (const url of urls) await vi.waitUntil(() => isThere(url), { timeout: 20_000 })
})
afterAll(async () => {
  upstream.close()
  for (const nginx of started) await nginx.stop()
})

describe("the logs of the nginx of the documents", () => {
  it("have of each call the path alone, without tokens, codes and addresses, whether it is answered, redirected or fails", async () => {
    for (const [path] of rows)
      for (const url of urls) {
        const headers = { Referer: `${url}${path}`, "User-Agent": `agent ${token}` }
        await (await fetch(`${url}${path}`, { headers, redirect: "manual" })).text()
      }
    const paths = () =>
      logs("access")
        .split("\n")
        .filter(Boolean)
        .map(line => line.split(" ")[2])
        .filter(path => path !== "/ready")
    await expect.poll(() => paths().length).toBe(rows.length * urls.length)
    // The first nginx has answered and redirected in turns.
    const expected = rows.map(([, path]) => path)
    expect(paths()).toEqual([...expected.flatMap(path => [path, path]), ...expected])
    const written = logs("access") + logs("error") + started.map(nginx => nginx.log()).join("")
    for (const secret of secrets) expect(written).not.toContain(secret)
  })

  it("name every call of the API whose path has more than words and ids among the masked ones", () => {
    const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as { paths: object }
    const masked = Object.keys(paths).filter(path => /\{(?!\w*[iI]d\}|n\}|module\}|name\}|owner\})/.test(path))
    expect(masked.map(path => `/backend${path.replace(/\{.*/, "*")}`).toSorted()).toEqual(
      [...new Set(rows.map(([, path]) => path).filter(path => /^\/backend\/.*\*$/.test(path)))]
        .filter(path => path !== "/backend/auth/getcode/*")
        .toSorted(),
    )
  })
})
