import { BlockList, isIP } from "node:net"
import type { Key } from "../../../src/core/text/i18n"
import type { Config } from "../config"
import { createResolver, resolveBySystem, type Target } from "./resolve"

/** Which addresses webhooks may call (docs/security.md#calls-to-webhooks). */

/** Of IPv4: special ranges, and the platform service of Azure's machines, whose address looks public. */
const special4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3"
/** Of IPv6, within the part that is given out to networks. */
const special6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20"

const blockList = (networks: string, family: "ipv4" | "ipv6") => {
  const list = new BlockList()
  for (const [start = "", bits] of networks.split(" ").map(network => network.split("/")))
    list.addSubnet(start, Number(bits), family)
  return list
}
const [refused4, refused6, unicast6] = [blockList(special4, "ipv4"), blockList(special6, "ipv6"), blockList("2000::/3", "ipv6")]

/** Whether an IP address is one of the public internet. */
export const isPublicAddress = (ip: string): boolean => {
  const family = isIP(ip)
  if (family === 4) return !refused4.check(ip, "ipv4")
  return family === 6 && !ip.includes("%") && unicast6.check(ip, "ipv6") && !refused6.check(ip, "ipv6")
}

const resolveByNameServers = createResolver()
/** @param isNamed whether the operator has opened the name */
const resolveName = (name: string, isNamed: boolean) => (isNamed ? resolveBySystem(name) : resolveByNameServers(name))

/** Ports below are services of other kinds. */
const lowestPort = 1024
const defaultPorts: Record<string, string> = { "https:": "443", "http:": "80" }

/**
 * Returns the address to connect to for a URL, or why it may not be called.
 * @param resolve returns all addresses of a name; each of them has to be allowed
 */
export const targetOf = async (
  text: string,
  { mode, webhookAllow }: Pick<Config, "mode" | "webhookAllow">,
  resolve = resolveName,
): Promise<Target | { problem: Key }> => {
  const { protocol, username, password, hostname, port } = new URL(text)
  const isAccepted = protocol === "https:" || (protocol === "http:" && mode === "demo")
  if (!isAccepted || username || password) return { problem: "webhook.httpsRequired" }
  const isNamed = webhookAllow.includes(hostname) || webhookAllow.includes(`${hostname}:${port || defaultPorts[protocol]}`)
  if (!isNamed && port && Number(port) < lowestPort) return { problem: "webhook.addressRefused" }
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  const family = isIP(bare) as 0 | 4 | 6
  const found = family ? [{ address: bare, family }] : await resolve(hostname, isNamed).catch(() => [])
  const [target] = found
  if (!target) return { problem: "webhook.hostUnknown" }
  return isNamed || found.every(({ address }) => isPublicAddress(address)) ? target : { problem: "webhook.addressRefused" }
}
