import { expect, it } from "vitest"
import { withScheme } from "../../../src/core/text/http-url"

it.each([
  ["example.com", "https://example.com"],
  [" www.örnek.com.tr/yol?a=1 ", "https://www.örnek.com.tr/yol?a=1"],
  ["http://example.com", "http://example.com"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["a@example.com", "a@example.com"],
  ["localhost", "localhost"],
  ["", ""],
])("%j becomes the web address %j", (text, address) => {
  expect(withScheme(text)).toBe(address)
})
