import type { MiddlewareHandler } from "hono"
import type { Config } from "../config"

/** Browser features that the console does not use. */
const unusedFeatures = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
]

/** The origin of pictures for consoles on other origins; it may be a plain HTTP address. */
const ownOrigin = ({ publicUrl, corsOrigins }: Pick<Config, "publicUrl" | "corsOrigins">) =>
  publicUrl && corsOrigins.length ? [new URL(publicUrl).origin] : []

/** Security headers of answers that are no pages, errors and media included. Opened by themselves, they load and run nothing. */
export const answerHeaders = ({ publicUrl }: Pick<Config, "publicUrl">): Record<string, string> => ({
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  ...(publicUrl?.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
})

/** Security headers of pages. @param sources additional sources of the policy */
export const pageHeaders = (
  config: Pick<Config, "publicUrl" | "corsOrigins">,
  sources: { script?: string[]; style?: string[]; connect?: string[]; image?: string[] } = {},
): Record<string, string> => ({
  ...answerHeaders(config),
  "Content-Security-Policy": [
    "default-src 'none'",
    ["script-src 'self'", ...(sources.script ?? [])].join(" "),
    ["style-src 'self'", ...(sources.style ?? [])].join(" "),
    `img-src ${["'self'", "https:", "data:", "blob:", ...(sources.image ?? ownOrigin(config))].join(" ")}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...(sources.connect ?? [])].join(" ")}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": unusedFeatures.map(feature => `${feature}=()`).join(", "),
})

/** Sets the security headers that an answer does not have yet. */
export const withSecurityHeaders = (config: Config): MiddlewareHandler => {
  const [ofPages, ofOthers] = [pageHeaders(config), answerHeaders(config)].map(Object.entries<string>)
  return async (c, next) => {
    await next()
    const { headers } = c.res
    const isPage = headers.get("Content-Type")?.startsWith("text/html")
    for (const [name, value] of (isPage ? ofPages : ofOthers) ?? []) if (!headers.has(name)) headers.set(name, value)
  }
}
