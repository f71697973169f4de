import { afterEach, expect, it } from "vitest"
import { reachabilityReported } from "../../src/state/connection"
import { accounts } from "../api"
import { act, click, field, find, text, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** Maintenance that is announced, on the real API (docs/console.md#maintenance). */
const screens = consoleOnApi()
const { calls } = screens

const send = async (method: string, body?: object) => {
  const token = await screens.api().signIn(accounts.admin)
  return screens.api().call(method, "/maintenance", { token, body })
}
afterEach(() => send("DELETE"))

/** Pages ask again at once when the connection returns. */
const askAgain = () =>
  act(async () => {
    reachabilityReported(false)
    reachabilityReported(true)
  })
/** The words that are above a page. */
const shown = () => [...document.querySelectorAll(".shell__main > .alert")].map(alert => alert.textContent ?? "")
const isFollowed = () => until(() => expect(calls.some(call => call.includes("/maintenance"))).toBe(true))
const submit = () => click(document.querySelector("dialog [type=submit]"))

it("is announced and lifted by the platform, and shown above every page in the person's language", async () => {
  await screens.open("en", "connections")
  await click(await until(() => find("button", "Announce")))
  await submit()
  expect(text()).toContain("Write the announcement.")
  await type(field("text"), "Veritabanı taşınıyor.")
  await type(field("textEn"), "The database is being moved.")
  await click(document.querySelector("dialog [role=switch]"))
  await submit()
  await until(() => expect(text()).toContain("Nothing can be saved at the moment"))
  await askAgain()
  await until(() => expect(shown()).toEqual([expect.stringContaining("The database is being moved.")]))

  await screens.open("tr", "partner-management")
  await isFollowed()
  await askAgain()
  await until(() => expect(shown()[0]).toMatch(/^BakımVeritabanı taşınıyor\. Şu anda/))

  await screens.open("en", "connections")
  await click(await until(() => find("button", "Lift")))
  await until(() => expect(text()).toContain("No maintenance is announced."))
  await askAgain()
  await until(() => expect(shown()).toEqual([]))
})

it("refuses a save with the words, and leaves what was typed", async () => {
  await screens.open("tr", "partner-management/add")
  await until(() => expect(field("name")).toBeTruthy())
  await type(field("name"), "Bakımda yazılan")
  await send("PUT", { text: "Veritabanı taşınıyor.", isReadOnly: true })
  await click(document.querySelector(".action-bar [type=submit]"))
  await until(() => expect(text()).toContain("Veritabanı taşınıyor."))
  expect(text()).toContain("Bakım nedeniyle şu anda yalnızca okunabiliyor.")
  expect((field("name") as HTMLInputElement).value).toBe("Bakımda yazılan")
  await send("DELETE")
  await click(document.querySelector(".action-bar [type=submit]"))
  await until(() => expect(location.pathname).toMatch(/^\/user\/partner-management\/[\da-f-]{36}$/))
})

it("shows no banner where the server has no such call, and asks once", async () => {
  screens.break("GET /maintenance", () => envelope(404, { value: null, isSuccess: false }))
  await screens.open("tr", "partner-management")
  await isFollowed()
  for (let times = 0; times < 3; times++) await askAgain()
  expect(shown()).toEqual([])
  expect(calls.filter(call => call.includes("/maintenance"))).toHaveLength(1)
})
