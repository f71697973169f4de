import { useLayoutEffect } from "react"
import { createRoot } from "react-dom/client"
import { expect, it, vi } from "vitest"
import { lazyScreen } from "../../../../src/ui/pages/loading/lazy-screen"

it("shows a component that a prefetch has loaded between the first render and its effects", async () => {
  const Screen = lazyScreen(
    async () => ({ Page: () => <p>The screen</p> }),
    module => module.Page,
  )
  // A layout effect runs before the effect of Screen, which a later task runs: the import has ended by then.
  const Prefetch = () => {
    useLayoutEffect(() => Screen.prefetch({ id: undefined, search: "" }), [])
    return null
  }
  const host = document.createElement("div")
  const root = createRoot(host)
  root.render(
    <>
      <Prefetch />
      <Screen />
    </>,
  )
  await vi.waitFor(() => expect(host.textContent).toBe("The screen"))
  root.unmount()
})

it("prefetches the chunk of a picked component that is lazily loaded itself, after the first data", async () => {
  const order: string[] = []
  const Form = lazyScreen(
    async () => {
      order.push("form")
      return { Page: () => null }
    },
    module => module.Page,
  )
  const Screen = lazyScreen(
    async () => ({ Form }),
    module => module.Form,
    _ =>
      ({ id }) =>
        order.push(`data of ${id}`),
  )
  Screen.prefetch({ id: "7", search: "" })
  await vi.waitFor(() => expect(order).toEqual(["data of 7", "form"]))
})
