import { describe, expect, it } from "vitest"
import { withNouns } from "../../../src/core/text/record-texts"
import { accusative } from "../../../src/core/text/turkish"

describe("the accusative", () => {
  it.each([
    // The last vowel decides: a ı → ı, e i → i, o u → u, ö ü → ü.
    ["Çalışan", "Çalışanlar", "Çalışanı"],
    ["Rapor", "Raporlar", "Raporu"],
    ["Geri bildirim", "Geri bildirimler", "Geri bildirimi"],
    ["Ödül", "Ödüller", "Ödülü"],
    ["Şirket", "Şirketler", "Şirketi"],
    ["Yarış", "Yarışlar", "Yarışı"],
    // After a vowel: y.
    ["Kampanya", "Kampanyalar", "Kampanyayı"],
    ["Duyuru", "Duyurular", "Duyuruyu"],
    ["Sözleşme", "Sözleşmeler", "Sözleşmeyi"],
    ["Ölçü", "Ölçüler", "Ölçüyü"],
    // A compound: n.
    ["Hediye kartı", "Hediye kartları", "Hediye kartını"],
    ["İş ortağı", "İş ortakları", "İş ortağını"],
    ["Ödeme sağlayıcısı", "Ödeme sağlayıcıları", "Ödeme sağlayıcısını"],
    ["Çekiliş ödülü", "Çekiliş ödülleri", "Çekiliş ödülünü"],
    // p, ç and k become soft, in words of several syllables; t stays.
    ["Kitap", "Kitaplar", "Kitabı"],
    ["Araç", "Araçlar", "Aracı"],
    ["Etkinlik", "Etkinlikler", "Etkinliği"],
    ["Ek", "Ekler", "Eki"],
    ["Anket", "Anketler", "Anketi"],
  ])("of %s, %s is %s", (noun, plural, expected) => {
    expect(accusative(noun, plural)).toBe(expected)
  })
})

describe("a template", () => {
  it.each([
    ["tr", "Yeni {{one}}", "İş ortağı", "İş ortakları", "Yeni iş ortağı"],
    ["tr", "{{Many}} yüklenemedi", "İş ortağı", "İş ortakları", "İş ortakları yüklenemedi"],
    ["tr", "İlk {{object}} ekleyin.", "Işık", "Işıklar", "İlk ışığı ekleyin."],
    ["tr", "{{count}} {{one}} silindi", "Duyuru", "Duyurular", "{{count}} duyuru silindi"],
    ["en", "No {{many}} yet", "Gift card", "Gift cards", "No gift cards yet"],
    ["en", "{{Object}}, {{object}}", "Invoice", "Invoices", "Invoice, invoice"],
  ] as const)("in %s: %s", (language, template, one, many, text) => {
    expect(withNouns(template, language, { one, many })).toBe(text)
  })
})
