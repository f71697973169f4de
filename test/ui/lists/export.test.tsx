import { afterEach, expect, it, vi } from "vitest"
import type { Query } from "../../../src/core/http/http"
import type { Page } from "../../../src/core/http/pages"
import { read } from "../../../src/core/http/query"
import { Export } from "../../../src/ui/lists/export"
import { act, click, find, mount, speak, until } from "../../kit"

let unmount = async () => {}
afterEach(() => unmount())

it("an export that is cancelled ends the call that is under way, and downloads nothing of a late answer", async () => {
  speak("tr")
  let signal: AbortSignal | undefined
  let answer = () => {}
  const download = vi.spyOn(URL, "createObjectURL")
  const slow = read("slow.list", (_: Query, given?: AbortSignal) => {
    signal = given
    return new Promise<Page<{ id: string }>>(done => {
      answer = () => done({ rows: [{ id: "1" }], total: 1 })
    })
  })
  const mounted = await mount(<Export title="Yavaş" read={slow} query={{}} columns={[]} total={1} />)
  unmount = mounted.unmount
  await click(find("button", "Dışa aktar"))
  await until(() => expect(signal?.aborted).toBe(false))
  await click(find("dialog button", "Vazgeç"))
  expect(signal?.aborted).toBe(true)
  await act(async () => answer())
  expect(download).not.toHaveBeenCalled()
  download.mockRestore()
})
