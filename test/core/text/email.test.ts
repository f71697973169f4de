import { describe, expect, it } from "vitest"
import { emailError, readEmail } from "../../../src/core/text/email"

describe("an e-mail address", () => {
  it.each([
    ["ayse@firma.com", "ayse@firma.com"],
    ["  Ayse.Yilmaz+test@Firma.COM.TR ", "ayse.yilmaz+test@firma.com.tr"],
    ["ELİF@FİRMA.COM", "elif@firma.com"],
    ["eli̇f@firma.com", "elif@firma.com"],
    ["mailto:ayse@firma.com", "ayse@firma.com"],
    ["MAİLTO:ayse@firma.com", "ayse@firma.com"],
    ["Ayşe Yılmaz <ayse@firma.com>", "ayse@firma.com"],
    ['"Yılmaz, Ayşe" <AYSE@firma.com>;', "ayse@firma.com"],
    ["“ayse@firma.com”", "ayse@firma.com"],
    ["(ayse@firma.com).", "ayse@firma.com"],
    ["- ayse@firma.com,", "ayse@firma.com"],
    ["_ops@firma.com", "_ops@firma.com"],
    ["o'brien@firma.com", "o'brien@firma.com"],
    ["bilgi@şirket.com.tr", "bilgi@xn--irket-idb.com.tr"],
    ["bilgi@xn--irket-idb.com.tr", "bilgi@xn--irket-idb.com.tr"],
    ["info@müller.de", "info@xn--mller-kva.de"],
    ["info@例え.jp", "info@xn--r8jz45g.jp"],
  ])("%s is read as %s", (text, email) => {
    expect(readEmail(text)).toBe(email)
    expect(emailError(text)).toBeUndefined()
  })

  it.each([
    ["", "auth.emailRequired"],
    ["ayse", "auth.emailInvalid"],
    ["ayse@firma", "auth.emailInvalid"],
    ["ayse@firma..com", "auth.emailInvalid"],
    ["ayse@@firma.com", "auth.emailInvalid"],
    ["ayse @firma.com", "auth.emailInvalid"],
    ["ayse@firma.com, ali@firma.com", "auth.emailInvalid"],
    ["ayse@firma.com ali@firma.com", "auth.emailInvalid"],
    ["ayse@firma.com/yol", "auth.emailInvalid"],
    ["ayse@firma.com:25", "auth.emailInvalid"],
    ["ayse@127.0.0.1", "auth.emailInvalid"],
    [`${"a".repeat(250)}@firma.com`, "auth.emailInvalid"],
    [`${"<.".repeat(50_000)}@`, "auth.emailInvalid"],
    ["ayşe@firma.com", "auth.emailInvalid"],
    ["elıf@firma.com", "auth.emailInvalid"],
  ])("%.40s is none: it stays, and has a message", (text, message) => {
    expect(readEmail(text)).toBe(text)
    expect(emailError(text)).toBe(message)
  })
})
