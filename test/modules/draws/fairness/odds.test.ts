import { expect, it } from "vitest"
import { methods } from "../../../../src/contract/draws/draws"
import { createFormat } from "../../../../src/core/text/format"
import { oddsText } from "../../../../src/modules/draws/fairness/odds"
import { i18n } from "../../../../src/state/instances"
import { speak } from "../../../kit"

const format = createFormat("tr", "Europe/Istanbul")

it.each<[string, "random" | "scoreBased" | "firstComeFirstServed", number, number, number, string]>([
  ["one prize", "random", 1284, 1, 1284, "%0,08 olasılıkla kazanır: yaklaşık her 1.284 kişiden biri"],
  ["many prizes", "random", 100, 20, 100, "%20 olasılıkla kazanır: yaklaşık her 5 kişiden biri"],
  ["as many prizes as entries", "random", 5, 5, 5, "her katılımcı kazanır."],
  ["more prizes than entries", "random", 3, 5, 3, "2 ödül sahipsiz kalır."],
  ["scores", "scoreBased", 4, 1, 1000, "toplam puanı 1.000. Ortalama puanı (250) olan biri ilk ödülü %25 olasılıkla"],
  ["the order of entries", "firstComeFirstServed", 0, 3, 0, "Önce katılan 3 kişi kazanır."],
])("tell the chance with %s", (_, method, entries, places, weight, words) => {
  speak("tr")
  expect(oddsText({ method: methods.value(method), entries, places, weight }, i18n.t, format)).toContain(words)
})

it("tell nothing without entries or without prizes", () => {
  speak("tr")
  const of = (entries: number, places: number) => oddsText({ method: 0, entries, places, weight: entries }, i18n.t, format)
  expect([of(0, 3), of(3, 0)]).toEqual(["", ""])
})
