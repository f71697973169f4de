import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { accounts, createTestApi, type TestApi } from "../../api"

/** A client with types that are generated from docs/openapi.json (test/client). */
const root = join(import.meta.dirname, "../../..")
const folder = join(root, "test/client")

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

it("a client that openapi-typescript makes of the document compiles, and makes ten calls", async () => {
  const run = (file: string, ...given: string[]) => execFileSync(process.execPath, [join(root, file), ...given], { cwd: root })
  run("test/client/node_modules/openapi-typescript/bin/cli.js", "docs/openapi.json", "-o", join(folder, "schema.ts"))
  run("node_modules/typescript/bin/tsc", "--noEmit", "-p", folder)
  const { createClient } = await import(join(folder, "client.ts"))
  const { makeCalls } = await import(join(folder, "calls.ts"))
  const fetch = (path: string, init: RequestInit) => api.fetch(`/backend${path}`, init)
  expect(await makeCalls(createClient(fetch, await api.signIn(accounts.elif)))).toEqual({
    role: "TenantAdmin",
    campaigns: [true, true, true],
    isMore: true,
    category: expect.any(String),
    names: ["İstemci", "Yeni istemci", "Yeni istemci"],
    actions: ["update", "create"],
    days: expect.any(Number),
    size: expect.any(Number),
    removed: true,
  })
})
