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
  "publickey-credentials-get",
  "serial",
  "usb",
  "xr-spatial-tracking",
]

/** The origin of pictures for consoles on other origins; it may be a plain HTTP address. */
const ownOrigin = ({ publicUrl, corsOrigins }: Pick<Config, "publicUrl" | "corsOrigins">) =>
  publicUrl && corsOrigins.length ? [new URL(publicUrl).origin] : []

/** Security headers of every answer, errors and media included. @param sources additional sources of the policy */
export const securityHeaders = (
  config: Pick<Config, "publicUrl" | "corsOrigins">,
  sources: { script?: string[]; style?: string[]; connect?: string[]; image?: string[] } = {},
): Record<string, string> => ({
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
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": unusedFeatures.map(feature => `${feature}=()`).join(", "),
  ...(config.publicUrl?.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
})

/** Sets headers on every answer that does not have them yet. */
export const withSecurityHeaders =
  (headers: Record<string, string>): MiddlewareHandler =>
  async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
