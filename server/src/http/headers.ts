import type { MiddlewareHandler } from "hono"
import type { Config } from "../config"

/** What the console never asks a browser for. */
const closed = [
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
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]

/** Where the pictures of consoles on other origins are, which may be a plain HTTP address. */
const ownOrigin = ({ publicUrl, corsOrigins }: Pick<Config, "publicUrl" | "corsOrigins">) =>
  publicUrl && corsOrigins.length ? [new URL(publicUrl).origin] : []

/** The strict headers of every answer, errors and media included (quality.md, Security). */
export const securityHeaders = (
  config: Pick<Config, "publicUrl" | "corsOrigins">,
  sources: { connect?: string[]; image?: string[] } = {},
): Record<string, string> => ({
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
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
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": closed.map(feature => `${feature}=()`).join(", "),
  ...(config.publicUrl?.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
})

/** Puts them on whatever answer leaves; a handler's own value stays. */
export const withSecurityHeaders =
  (headers: Record<string, string>): MiddlewareHandler =>
  async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
