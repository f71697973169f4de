import { describe, expect, it } from "vitest"
import { unsavedChanges } from "../../src/state/instances"
import { click, find, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** Drafts of a form (docs/console.md#drafts). */
const screen = consoleOnApi()
const field = () => document.getElementById("name") as HTMLInputElement
const banner = () => document.querySelector('.alert[data-tone="info"]')?.textContent ?? ""
const offered = () => [...document.querySelectorAll(".drafts li > span")].map(({ textContent }) => textContent ?? "")
const restore = (at = 0) => click([...document.querySelectorAll(".drafts li")][at]?.querySelector("button"))

const form = async () => {
  await screen.open("tr", "partner-management/add")
  await until(() => expect(field()).toBeTruthy())
}
/** Writes a name and leaves the tab behind as a crash would. */
const abandon = async (name: string) => {
  await form()
  await type(field(), name)
  unsavedChanges.saveDraft()
  unsavedChanges.clear()
  await screen.close()
}

describe("a draft that is offered", () => {
  it("says what it is, from when and from where", async () => {
    await abandon("Dünkü iş")
    await form()
    expect(offered()).toEqual([expect.stringMatching(/^Dünkü iş · \d+ \p{L}+ \d\d:\d\d · bu sekmede yazıldı$/u)])
    sessionStorage.setItem("tab", "another")
    await screen.close()
    await form()
    expect(offered()).toEqual([expect.stringMatching(/başka bir sekmede yazıldı$/)])
  })

  it("keeps what was typed meanwhile when it is restored, and both ways are open", async () => {
    await abandon("Eski")
    await form()
    await type(field(), "Yeni")
    await restore()
    expect(field().value).toBe("Eski")
    expect(banner()).toContain("Taslak geri yüklendi")
    expect(offered()).toEqual([expect.stringMatching(/^Diğer taslak: Yeni · /)])
    await type(field(), "Eski, sürdü")
    await click(find("button", "Geri yüklemeyi geri al"))
    expect(field().value).toBe("Yeni")
    expect(offered()).toEqual([expect.stringMatching(/^Eski, sürdü · /)])
    await restore()
    expect(field().value).toBe("Eski, sürdü")

    // A reload keeps both.
    unsavedChanges.saveDraft()
    unsavedChanges.clear()
    await screen.close()
    await form()
    expect(
      offered()
        .map(text => text.split(" · ")[0])
        .sort(),
    ).toEqual(["Eski, sürdü", "Yeni"])
  })

  it("survives what is typed beside it, is offered again when its restore in an untouched form is taken back, and is dropped alone", async () => {
    await abandon("Birinci")
    await abandon("İkinci")
    await form()
    expect(offered().map(text => text.split(" · ")[0])).toEqual(["İkinci", "Birinci"])
    expect(banner()).toContain("Kaydedilmemiş yazdıklarınız var (2 taslak)")
    await restore()
    await click(find("button", "Geri yüklemeyi geri al"))
    expect([field().value, offered().length, unsavedChanges.exist()]).toEqual(["", 2, false])
    await click(find(".drafts button", "Taslağı sil"))
    expect(offered().map(text => text.split(" · ")[0])).toEqual(["Birinci"])
    expect(document.activeElement).toBe(document.querySelector(".drafts button"))
    await screen.close()
    await form()
    expect(offered()).toHaveLength(1)
    await click(find(".drafts button", "Taslağı sil"))
    expect(document.activeElement?.closest("[data-form]")).toBeTruthy()
  })

  it("that was restored is spoken of no more once it is saved", async () => {
    const token = await screen.token("tr")
    const body = { name: "Kayıtlı", tenantIds: [], contacts: [] }
    const { value } = await screen.api().call("POST", "/brand/create", { token, body })
    const edit = async () => {
      await screen.open("tr", `partner-management/edit/${value.id}`)
      await until(() => expect(field()).toBeTruthy())
    }
    await edit()
    await type(field(), "Yarım kalan")
    unsavedChanges.saveDraft()
    unsavedChanges.clear()
    await screen.close()
    await edit()
    await restore()
    expect(banner()).toContain("Taslak geri yüklendi")
    await click(find(".action-bar button", "Kaydet ve sayfada kal"))
    await until(() => expect(banner()).toBe(""))
    expect(field().value).toBe("Yarım kalan")
  })
})

describe("a secret in a form", () => {
  const code = () => document.getElementById("apiIntegrationCode") as HTMLInputElement
  const name = () => document.getElementById("cardName") as HTMLInputElement
  const gift = async (path: string) => {
    await screen.open("tr", `gift-management/${path}`)
    await until(() => expect(code()).toBeTruthy())
  }
  const stored = () => Object.values({ ...localStorage }).join("\n")
  const leave = async () => {
    unsavedChanges.saveDraft()
    unsavedChanges.clear()
    await screen.close()
  }
  const again = "Taslaklarda saklanmaz, yeniden yazın: API entegrasyon kodu"

  it("is not stored with the draft, which says that it must be typed again", async () => {
    await gift("add")
    await type(name(), "Yarım kart")
    await type(code(), "gizli-anahtar")
    await leave()
    expect(stored()).toContain("Yarım kart")
    expect(stored()).not.toContain("gizli-anahtar")
    await gift("add")
    expect(banner()).not.toContain(again)
    await restore()
    expect([name().value, code().value]).toEqual(["Yarım kart", ""])
    expect(banner()).toContain(again)
    // Stored and restored once more, it is still to be typed.
    await type(name(), "Yarım kart, sürdü")
    await leave()
    await gift("add")
    await restore()
    expect(banner()).toContain(again)
    await type(code(), "yeni-anahtar")
    expect(banner()).not.toContain(again)
  })

  it("of a stored record comes from the record, and is not asked for where it was left alone", async () => {
    const token = await screen.token("tr")
    const body = { cardName: "Kayıtlı kart", apiIntegrationCode: "kayitli-anahtar", status: 1 }
    const { value } = await screen.api().call("POST", "/gift/create", { token, body })
    await gift(`edit/${value.id}`)
    await until(() => expect(code().value).toBe("kayitli-anahtar"))
    await type(name(), "Değişen kart")
    await leave()
    expect(stored()).not.toContain("kayitli-anahtar")
    await gift(`edit/${value.id}`)
    await restore()
    expect([name().value, code().value]).toEqual(["Değişen kart", "kayitli-anahtar"])
    expect(banner()).not.toContain(again)
  })

  it("that was typed beside a restored draft comes back when the restore is taken back", async () => {
    await gift("add")
    await type(name(), "Eski kart")
    await leave()
    await gift("add")
    await type(code(), "simdiki-anahtar")
    await restore()
    expect(code().value).toBe("")
    expect(stored()).not.toContain("simdiki-anahtar")
    await click(find("button", "Geri yüklemeyi geri al"))
    expect(code().value).toBe("simdiki-anahtar")
  })
})

describe("leaving with unsaved work", () => {
  const leave = async (answer: string) => {
    await form()
    await type(field(), "Yarım")
    await click(find(".action-bar button", "Vazgeç"))
    await click(await until(() => find("dialog[open] button", answer)))
    await until(() => expect(location.pathname).toBe("/user/partner-management"))
    await screen.close()
    await form()
    return offered().map(text => text.split(" · ")[0])
  }

  it("keeps it as a draft, which the form offers again", async () => {
    expect(await leave("Taslak olarak sakla ve çık")).toEqual(["Yarım"])
  })

  it("deletes it where the person chooses that", async () => {
    expect(await leave("Sil ve çık")).toEqual([])
  })
})
