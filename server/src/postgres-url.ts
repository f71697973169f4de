/** The address of PostgreSQL: `postgres://user@a:5432,b:5432/name?target_session_attrs=read-write`, as libpq reads it. */

/** What stands before the hosts, the hosts, and what stands behind them. A password may have a comma. */
const partsOf = (text: string) => {
  const [, scheme = "", authority = "", rest = ""] = /^(\w+:\/\/)([^/?]*)(.*)$/.exec(text) ?? []
  const end = authority.lastIndexOf("@") + 1
  return { before: scheme + authority.slice(0, end), hosts: authority.slice(end), rest }
}

/** The address with its first host alone, which a URL can have. */
export const firstOf = (text: string) => {
  const { before, hosts, rest } = partsOf(text)
  return `${before}${hosts.split(",")[0]}${rest}`
}

const hostsOf = (text: string) => partsOf(text).hosts

/** Whose connections are used: all that accept writes, of several hosts or of one that may become a standby. */
const accepted = ["read-write", "primary", "any"]

/** @returns what is wrong with an address that is a URL but for its hosts; undefined for one that can be used */
export const databaseUrlProblem = (text: string): string | undefined => {
  if (!URL.canParse(firstOf(text))) return "is no valid URL."
  if (
    !hostsOf(text)
      .split(",")
      .every(host => /^(\[[\da-f:.]+\]|[^:[\]]+)?(:\d{1,5})?$/i.test(host))
  )
    return "has a host that is none."
  const attributes = new URL(firstOf(text)).searchParams.get("target_session_attrs")
  if (attributes && !accepted.includes(attributes)) return `has target_session_attrs=${attributes}: it must be read-write.`
  return undefined
}

/** The hosts of an address with their ports, for words and without a password. */
export const hostNames = (text: string): string =>
  hostsOf(text)
    .split(",")
    .map(host => (/:\d+$/.test(host) ? host : `${host}:5432`))
    .join(", ")

/** The name of the database. */
export const databaseName = (text: string): string => decodeURIComponent(new URL(firstOf(text)).pathname.slice(1))

/** An address for each host. Which one accepts writes is asked of the servers. */
export const hostUrls = (text: string): string[] => {
  const { before, hosts, rest } = partsOf(text)
  const own = rest.replace(/([?&])target_session_attrs=[^&]*&?/, "$1").replace(/[?&]$/, "")
  return hosts.split(",").map(host => `${before}${host}${own}`)
}
