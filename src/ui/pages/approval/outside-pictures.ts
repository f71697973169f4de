import { isHttpUrl } from "../../../core/text/http-url"

/** Members of records, and of their parts, that are addresses of pictures. */
const isPicture = (name: string) => name === "url" || name === "imageUrl"

/**
 * Returns the hosts of pictures that neither page nor API serve: what they show can change after an approval.
 * @param value members of a record; @param own origins of page and API
 */
export const hostsOfPictures = (value: unknown, own: readonly string[]): string[] => {
  const hosts = new Set<string>()
  const visit = (part: unknown) => {
    if (typeof part !== "object" || part === null) return
    for (const [name, inner] of Object.entries(part)) {
      if (isPicture(name) && typeof inner === "string" && isHttpUrl(inner)) {
        const { host, origin } = new URL(inner)
        if (!own.includes(origin)) hosts.add(host)
      } else visit(inner)
    }
  }
  visit(value)
  return [...hosts]
}
