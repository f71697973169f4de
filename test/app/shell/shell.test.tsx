import { afterEach, expect, it } from "vitest"
import { LanguageSwitch } from "../../../src/app/shell/language-switch"
import { Sidebar } from "../../../src/app/shell/sidebar"
import type { Language } from "../../../src/core/text/i18n"
import { mount, speak } from "../../kit"

let unmount = async () => {}
afterEach(() => unmount())

const open = async (language: Language, node: React.ReactNode) => {
  speak(language)
  const mounted = await mount(node)
  unmount = mounted.unmount
  return mounted.container
}

it.each([
  ["TenantAdmin", "tr", "Şirket"],
  ["TenantAdmin", "en", "Company"],
  ["Administrator", "tr", "Kampanya Konsolu"],
] as const)("a %s whose company has no name sees the default one in %s", async (role, language, name) => {
  const user = { email: "a@b.example", role, userId: "1" }
  const container = await open(language, <Sidebar user={user} isOpen={false} onClose={() => {}} />)
  expect(container.querySelector(".sidebar__brand a > span:last-child")?.textContent).toBe(name)
})

it("the language switch names each language in its own words", async () => {
  const container = await open("tr", <LanguageSwitch />)
  const buttons = [...container.querySelectorAll("button")].map(({ textContent, lang }) => [textContent, lang])
  expect(buttons).toEqual([
    ["Türkçe", "tr"],
    ["English", "en"],
  ])
})
