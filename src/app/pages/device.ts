import type { Translate } from "../../core/i18n"
import { readUserAgent } from "../../core/user-agent"

/** "Chrome, Windows", or as much of it as can be told. */
export const deviceName = (userAgent: string, t: Translate): string => {
  const { browser, system } = readUserAgent(userAgent)
  if (browser && system) return t("profile.device", { browser, system })
  return browser ?? system ?? t("profile.deviceUnknown")
}
