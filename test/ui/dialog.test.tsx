import { expect, it, vi } from "vitest"
import { Dialog } from "../../src/ui/overlays/dialog"
import { mount, speak } from "../kit"

it("a dialog opens at its top, although its first button stands below a long text", async () => {
  speak("tr")
  // A browser scrolls to what takes the focus.
  const focus = vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement) {
    const dialog = this.closest("dialog")
    if (dialog) dialog.scrollTop = 400
  })
  const { unmount } = await mount(
    <Dialog title="Gönderim" onClose={() => undefined}>
      <button type="button" data-focus>
        Kapat
      </button>
    </Dialog>,
  )
  expect([focus.mock.calls.length, document.querySelector("dialog")?.scrollTop]).toEqual([1, 0])
  await unmount()
  vi.restoreAllMocks()
})

it("a dialog gives the focus back to what opened it", async () => {
  speak("tr")
  const { unmount: removeOpener } = await mount(<button type="button">Aç</button>)
  const opener = document.querySelector("button")
  opener?.focus()
  const { unmount } = await mount(
    <Dialog title="Gönderim" onClose={() => undefined}>
      <button type="button" data-focus>
        Kapat
      </button>
    </Dialog>,
  )
  expect(document.activeElement).not.toBe(opener)
  await unmount()
  expect(document.activeElement).toBe(opener)
  await removeOpener()
})
