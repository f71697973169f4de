import { describe, expect, it } from "vitest"
import { isPublicAddress, targetOf } from "../../../server/src/webhooks/address"
import type { Target } from "../../../server/src/webhooks/resolve"

/** Which addresses webhooks may call (docs/security.md#calls-to-webhooks). */

const names: Record<string, string[]> = {
  "public.example": ["93.184.215.14"],
  "public6.example": ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "private.example": ["10.1.2.3"],
  "loopback.example": ["127.0.0.1"],
  "mixed.example": ["93.184.215.14", "192.168.1.1"],
  "mapped.example": ["::ffff:10.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "console.localhost": ["::1"],
  "payroll.internal": ["10.1.2.3"],
}
const resolve = async (name: string): Promise<Target[]> => {
  const found = names[name]
  if (!found) throw new Error("ENOTFOUND")
  return found.map(address => ({ address, family: address.includes(":") ? 6 : 4 }))
}
const check = async (url: string, allow: string[] = [], mode: "demo" | "production" = "production") => {
  const target = await targetOf(url, { mode, webhookAllow: allow }, resolve)
  return "problem" in target ? target.problem : target.address
}

const refused = "webhook.addressRefused"
const table: [url: string, answer: string][] = [
  // Of the public internet.
  ["https://public.example/hook", "93.184.215.14"],
  ["https://public6.example/hook", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  ["https://93.184.215.14/", "93.184.215.14"],
  ["https://[2606:4700::1111]/", "2606:4700::1111"],
  ["https://public.example:443/", "93.184.215.14"],
  ["https://public.example:1024/", "93.184.215.14"],
  ["https://public.example:8443/", "93.184.215.14"],
  ["https://172.15.0.1/", "172.15.0.1"],
  ["https://172.32.0.1/", "172.32.0.1"],
  ["https://100.63.255.255/", "100.63.255.255"],
  ["https://100.128.0.0/", "100.128.0.0"],
  ["https://1572395790/", "93.184.219.14"],
  // Private, loopback, link-local, shared.
  ["https://10.0.0.1/", refused],
  ["https://10.255.255.255/", refused],
  ["https://172.16.0.1/", refused],
  ["https://172.31.255.255/", refused],
  ["https://192.168.0.1/", refused],
  ["https://127.0.0.1/", refused],
  ["https://127.255.255.254/", refused],
  ["https://169.254.0.1/", refused],
  ["https://100.64.0.1/", refused],
  ["https://100.127.255.255/", refused],
  ["https://0.0.0.0/", refused],
  ["https://0.1.2.3/", refused],
  // Metadata services.
  ["https://169.254.169.254/latest/meta-data/", refused],
  ["https://100.100.100.200/", refused],
  ["https://168.63.129.16/", refused],
  ["https://192.0.0.192/", refused],
  ["https://[fd00:ec2::254]/", refused],
  ["https://metadata.google.internal/", refused],
  // Multicast, broadcast, reserved, benchmarks, documentation, old anycast.
  ["https://224.0.0.1/", refused],
  ["https://239.255.255.250/", refused],
  ["https://240.0.0.1/", refused],
  ["https://255.255.255.255/", refused],
  ["https://198.18.0.1/", refused],
  ["https://198.19.255.255/", refused],
  ["https://192.0.2.1/", refused],
  ["https://198.51.100.1/", refused],
  ["https://203.0.113.1/", refused],
  ["https://192.88.99.1/", refused],
  ["https://192.0.0.8/", refused],
  // Other forms of 127.0.0.1, 10.0.0.1 and 169.254.169.254.
  ["https://2130706433/", refused],
  ["https://0x7f000001/", refused],
  ["https://0x7f.1/", refused],
  ["https://017700000001/", refused],
  ["https://0177.0.0.1/", refused],
  ["https://127.1/", refused],
  ["https://127.0.1/", refused],
  ["https://127.0.0.1./", refused],
  ["https://%31%32%37.0.0.1/", refused],
  ["https://①②⑦.⓪.⓪.①/", refused],
  ["https://127。0。0。1/", refused],
  ["https://10.1/", refused],
  ["https://167772161/", refused],
  ["https://0xa9fea9fe/", refused],
  ["https://2852039166/", refused],
  ["https://0251.0376.0251.0376/", refused],
  // IPv6.
  ["https://[::1]/", refused],
  ["https://[::]/", refused],
  ["https://[0:0:0:0:0:0:0:1]/", refused],
  ["https://[::127.0.0.1]/", refused],
  ["https://[::ffff:127.0.0.1]/", refused],
  ["https://[::ffff:7f00:1]/", refused],
  ["https://[::ffff:93.184.215.14]/", refused],
  ["https://[::ffff:0:10.0.0.1]/", refused],
  ["https://[64:ff9b::10.0.0.1]/", refused],
  ["https://[64:ff9b:1::10.0.0.1]/", refused],
  ["https://[100::1]/", refused],
  ["https://[2001::1]/", refused],
  ["https://[2001:db8::1]/", refused],
  ["https://[2002:a00:1::]/", refused],
  ["https://[3fff::1]/", refused],
  ["https://[5f00::1]/", refused],
  ["https://[fc00::1]/", refused],
  ["https://[fd12:3456::1]/", refused],
  ["https://[fe80::1]/", refused],
  ["https://[fec0::1]/", refused],
  ["https://[ff02::1]/", refused],
  // Names.
  ["https://localhost/", refused],
  ["https://LOCALHOST/", refused],
  ["https://localhost./", refused],
  ["https://console.localhost/", refused],
  ["https://private.example/", refused],
  ["https://loopback.example/", refused],
  ["https://mixed.example/", refused],
  ["https://mapped.example/", refused],
  ["https://nowhere.example/", "webhook.hostUnknown"],
  // Ports.
  ["https://public.example:22/", refused],
  ["https://public.example:25/", refused],
  ["https://public.example:80/", refused],
  ["https://public.example:1023/", refused],
  ["https://93.184.215.14:0/", refused],
  // Schemes and credentials.
  ["http://public.example/", "webhook.httpsRequired"],
  ["ftp://public.example/", "webhook.httpsRequired"],
  ["file:///etc/passwd", "webhook.httpsRequired"],
  ["https://user@public.example/", "webhook.httpsRequired"],
  ["https://user:secret@public.example/", "webhook.httpsRequired"],
  ["https://:secret@public.example/", "webhook.httpsRequired"],
]

describe("the address of an endpoint", () => {
  it.each(table)("%s: %s", async (url, answer) => {
    expect(await check(url)).toBe(answer)
  })

  it("is one of at least 60 forms here", () => {
    expect(table.length).toBeGreaterThanOrEqual(60)
  })

  it.each([
    ["https://payroll.internal/", [], refused],
    ["https://payroll.internal/", ["payroll.internal"], "10.1.2.3"],
    ["https://payroll.internal:8443/", ["payroll.internal"], "10.1.2.3"],
    ["https://payroll.internal:8443/", ["payroll.internal:8443"], "10.1.2.3"],
    ["https://payroll.internal/", ["payroll.internal:443"], "10.1.2.3"],
    ["https://payroll.internal:444/", ["payroll.internal:444"], "10.1.2.3"],
    ["https://payroll.internal:8444/", ["payroll.internal:8443"], refused],
    ["https://10.1.2.3/", ["payroll.internal"], refused],
    ["https://2130706433:8443/", ["127.0.0.1:8443"], "127.0.0.1"],
    ["https://[::1]:8443/", ["[::1]:8443"], "::1"],
    ["https://user@payroll.internal/", ["payroll.internal"], "webhook.httpsRequired"],
    ["http://payroll.internal/", ["payroll.internal"], "webhook.httpsRequired"],
  ] as const)("%s with WEBHOOK_ALLOW=%s: %s", async (url, allow, answer) => {
    expect(await check(url, [...allow])).toBe(answer)
  })

  it("may be http in a demonstration alone, and there too of the public internet alone", async () => {
    expect(await check("http://public.example/", [], "demo")).toBe("93.184.215.14")
    expect(await check("http://127.0.0.1:8080/", [], "demo")).toBe(refused)
    expect(await check("http://127.0.0.1:8080/", ["127.0.0.1:8080"], "demo")).toBe("127.0.0.1")
    expect(await check("http://public.example:443/", [], "demo")).toBe(refused)
  })

  it("is an IP address without a zone", () => {
    for (const text of ["", "x", "fe80::1%eth0", "2606:4700::1111%eth0", "1.2.3", "1.2.3.4.5"])
      expect([text, isPublicAddress(text)]).toEqual([text, false])
  })
})
