import { useState } from "react"
import { afterEach, expect, it } from "vitest"
import { ifMissing } from "../../../src/api/missing-call"
import { HttpError } from "../../../src/core/http/http"
import { read } from "../../../src/core/http/query"
import { missing } from "../../../src/state/features"
import { cache } from "../../../src/state/instances"
import { useCan, useOfferedQuery } from "../../../src/ui/hooks/use-can"
import { hasExtensions } from "../../extensions"
import { act, click, element, mount, text, unmountAll, until } from "../../kit"

afterEach(async () => {
  await unmountAll()
  hasExtensions(true)
  cache.clear()
})

it("what is open stays when a call turns out to be missing, and what is opened later leaves it out", async () => {
  const Screen = () => {
    const [count, setCount] = useState(0)
    return (
      useCan("draws.lock") && (
        <button type="button" onClick={() => setCount(count + 1)}>
          {count}
        </button>
      )
    )
  }
  await mount(<Screen />)
  missing["draws.lock"] = true
  await click(element("button"))
  expect(text()).toBe("1")
  await mount(<Screen />)
  expect(text()).toBe("1")
})

it("what needs a read is left out only where a server without extensions lacks it, and data that is there stays", async () => {
  let answer: string | HttpError = "rows"
  const rows = read("calendar.list", async (_: undefined) => {
    if (typeof answer === "string") return answer
    throw answer
  })
  const tried = read("calendar.tried", () => rows(undefined).catch(ifMissing("calendar")))
  const Card = () => {
    const { entry, isOffered } = useOfferedQuery("calendar", tried, undefined)
    return <p>{isOffered ? (entry.data ?? String(entry.error)) : "not offered"}</p>
  }
  const shows = (words: string) => until(() => expect(text()).toBe(words))
  const load = (next: string | HttpError) => {
    answer = next
    return act(() => cache.load(tried, undefined, true).catch(() => undefined))
  }
  const missingCall = new HttpError({ kind: "http", status: 405 })
  for (const isOffered of [true, false]) {
    hasExtensions(isOffered)
    cache.clear()
    answer = "rows"
    const { unmount } = await mount(<Card />)
    await shows("rows")
    await load(missingCall)
    await shows("rows")
    await unmount()
    cache.clear()
    await mount(<Card />)
    await shows(isOffered ? "KeyedError: error.notOffered" : "not offered")
    await load("rows again")
    await shows(isOffered ? "rows again" : "not offered")
    await unmountAll()
  }
})
