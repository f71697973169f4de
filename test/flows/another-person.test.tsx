import { describe, expect, it, vi } from "vitest"
import { parseTokens } from "../../src/api/http"
import { useReach } from "../../src/app/access/use-reach"
import { cache } from "../../src/state/instances"
import { currentUser, session, signedOut, verified } from "../../src/state/session"
import { accounts } from "../api"
import { act, mount, rows, text, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** What is shown when another person signs in while the console is open, such as in another tab. */

const screens = consoleOnApi()
const signIn = async (email: string) => {
  const { user, tokens } = parseTokens({ value: await screens.api().tokensFor(email), status: 200 }, Date.now())
  await act(async () => {
    // As src/effects/session.ts does.
    cache.clear()
    verified(user, { ...tokens, tokenExpiry: Date.now() + 900_000 })
  })
}

describe("the console of a person, when another one signs in, shows what is the other person's", () => {
  it("list, name, and companies in reach", async () => {
    await screens.open("tr", "campaigns")
    await until(() => expect(rows()).toHaveLength(8))
    const name = () => document.querySelector(".topbar__name")?.textContent
    await until(() => expect(name()).toBe("Elif Yılmaz"))
    const tenantId = currentUser(session)?.tenantId
    const Reach = () => <output>{String(useReach()({ tenantId }))}</output>
    const { container, unmount } = await mount(<Reach />)
    await until(() => expect(container.textContent).toBe("true"))
    const titles = () => rows().map(row => row.querySelector("a")?.textContent)
    const before = titles()
    await signIn(accounts.mert)
    await until(() => expect(rows().length).toBeGreaterThan(0))
    await until(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull())
    const own = titles()
    expect(own).not.toEqual(before)
    await until(() => expect(name()).toBe("Mert Aydın"))
    await until(() => expect(container.textContent).toBe("false"))
    await unmount()
    await screens.close()
    await screens.openAs("/user/campaigns", accounts.mert)
    await until(() => expect(titles()).toEqual(own))
  })

  it("form, also where a session had ended over unsaved work", async () => {
    await screens.open("tr", "campaigns/add")
    await until(() => expect(document.getElementById("title")).toBeTruthy())
    await type(document.getElementById("title"), "Elif'in kampanyası")
    await act(async () => signedOut("expired"))
    await until(() => expect(document.querySelector("dialog[open]")).toBeTruthy())
    await signIn(accounts.mert)
    await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    await until(() => expect(document.querySelector<HTMLInputElement>("#title")?.value).toBe(""))
    expect(document.body.textContent).not.toContain("Elif")
  })
})

describe("a session that its person ended from another device", () => {
  it.each([
    ["named by the server", () => undefined, "Oturumunuz başka bir cihazdan kapatıldı", "Token yenilenemedi"],
    ["not named by another server", () => screens.break("POST /api/auth/refresh"), "Token yenilenemedi", "başka bir cihazdan"],
  ])("ends with the reason where it is %s", async (_, prepare, words, never) => {
    await screens.open("tr", "campaigns")
    await until(() => expect(rows()).toHaveLength(8))
    screens.forgetSignIns()
    const token = await screens.api().signIn(accounts.elif)
    await screens.api().call("POST", "/api/auth/logout-all", { token })
    screens.forgetSignIns()
    // A session is kept for a second.
    screens.api().advance(2_000)
    prepare()
    await act(async () => cache.invalidate("campaigns"))
    await until(() => {
      // A renewal looks for tokens of other tabs for some milliseconds of the console's clock.
      vi.setSystemTime(Date.now() + 1_000)
      expect(text()).toContain(words)
    })
    expect(location.pathname).toBe("/login")
    expect(text()).not.toContain(never)
  })
})
