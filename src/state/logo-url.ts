import { config, resourceUrl } from "./config"

/** Returns the URL of a logo; undefined unless it is https, or http at the API's own origin. @param page URL of the page */
export const logoUrl = (url: string | undefined, page = location.href): string | undefined => {
  if (!url) return undefined
  const api = new URL(config.apiBaseUrl, page)
  if (!URL.canParse(resourceUrl(url, page), page)) return undefined
  const full = new URL(resourceUrl(url, page), page)
  return full.protocol === "https:" || (full.protocol === "http:" && full.origin === api.origin) ? full.href : undefined
}
