import type { Translate } from "../../../core/text/i18n"
import { parseUserAgent } from "../../../core/text/user-agent"

/** Returns "Chrome, Windows", or the part of it that the header reveals. */
export const deviceName = (userAgent: string, t: Translate): string => {
  const { browser, system } = parseUserAgent(userAgent)
  if (browser && system) return t("profile.device", { browser, system })
  return browser ?? system ?? t("profile.deviceUnknown")
}
