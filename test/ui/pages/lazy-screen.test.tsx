// @vitest-environment happy-dom
import { useLayoutEffect } from "react"
import { createRoot } from "react-dom/client"
import { expect, it, vi } from "vitest"
import { lazyScreen } from "../../../src/ui/pages/lazy-screen"

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
