import { afterAll, beforeAll, expect, it } from "vitest"
import { accounts, axe, isWithinWindow, openPage, press, problemsOf, signInByForm } from "./kit"
import { sharedBrowser } from "./provide-console"
import { askFor, setState, setUp, signInThere, startWithProvider, type WithProvider } from "./provider-kit"

/** Sign-in by an independent provider (docs/console.md#sign-in-by-a-provider), as a company's administrator sets it up and people use it. */
let started: WithProvider
beforeAll(async () => {
  started = await startWithProvider()
})
afterAll(() => started?.stop())

const open = async () => openPage(await sharedBrowser(), started.product, { language: "tr" })

it("is set up, tried, switched on, used by the people of the company alone, and made the only way", async () => {
  const admin = await open()
  await signInByForm(admin, accounts.yesilova)
  const check = async () => expect(await axe(admin)).toEqual([])
  await setUp(admin, started.issuer, "yesilova.example", accounts.yesilova, check)

  // A person is led there without a further question, and ends at the page that they asked for.
  const person = await open()
  await person.goto("/user/draws")
  await person.waitForURL("**/login")
  await person.locator("input[type=email]").fill(accounts.yesilova)
  await person.locator("form button[type=submit]").click()
  await signInThere(person, accounts.yesilova)
  await person.waitForURL("**/user/draws")
  expect(await person.evaluate(() => location.hash)).toBe("")

  // The session ends over unsaved work: the provider is opened beside it, and the page goes on.
  await person.goto("/user/draws/add")
  await person.locator("#title").fill("Yarım kalan")
  const token = await person.evaluate(() => localStorage.getItem("accessToken"))
  await fetch(`${started.product.url}/backend/api/auth/logout`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: "{}",
  })
  await person.getByRole("button", { name: "Taslak olarak kaydet" }).click()
  const opened = person.context().waitForEvent("page")
  await press(person.locator("dialog[open]").getByRole("button", { name: "Kod gönder" }))
  const beside = await opened
  await beside.waitForURL("**/user/dashboard")
  await person.locator("dialog[open]").waitFor({ state: "detached" })
  expect(await person.locator("#title").inputValue()).toBe("Yarım kalan")
  await beside.close()

  // An ordinary person has no access; a person of another company is unknown to this provider, and gets a code themselves.
  const user = await open()
  await askFor(user, accounts.user)
  await signInThere(user, accounts.user)
  await user.waitForURL("**/access-denied")
  const stranger = await open()
  await askFor(stranger, "x@yesilova.example")
  await signInThere(stranger, accounts.sarikum)
  await stranger.getByText("Bu hesap konsolda kayıtlı değil").waitFor()
  expect([await axe(stranger), await isWithinWindow(stranger)]).toEqual([[], true])
  await stranger.getByRole("button", { name: "Bunun yerine kod gönder" }).click()
  await stranger.waitForURL("**/verify")
  await signInByForm(await open(), accounts.sarikum)

  // A provider that is gone leads to a code; made the only way, it does so for the administrator who is named alone.
  await setState(admin, "only", "Elif")
  await admin.locator(".card", { hasText: "Kurumsal oturum açma" }).getByText("Yalnız bununla").waitFor()
  for (const page of [admin, person, user, stranger]) expect(problemsOf(page)).toEqual([])
}, 240_000)
