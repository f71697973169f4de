import { beforeEach, expect, it, vi } from "vitest"
import { type LinkTarget, preRenderLists } from "../../src/app/pre-render"
import { matchRoute } from "../../src/app/routes"
import { cache } from "../../src/state/instances"

const rendered: string[] = []
const answers: (() => void)[] = []
const Screen = { load: async () => undefined } as unknown as LinkTarget["Screen"]
const hover = preRenderLists(
  href => {
    const match = matchRoute(href)
    return match && { match, Screen, search: "" }
  },
  ({ match }) => void rendered.push(match.route.path),
)

beforeEach(() => {
  rendered.length = answers.length = 0
  vi.useFakeTimers()
  vi.stubGlobal("location", { pathname: "/user/dashboard" })
  vi.spyOn(cache, "settled").mockImplementation(() => new Promise(done => answers.push(done)))
})
const rest = () => vi.advanceTimersByTimeAsync(50)
const answer = async () => {
  for (const done of answers.splice(0)) done()
  await vi.advanceTimersByTimeAsync(0)
}

it("renders a list after a rest on its link, and again with its data", async () => {
  hover("/user/campaigns")
  await vi.advanceTimersByTimeAsync(49)
  expect(rendered).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(rendered).toEqual(["/user/campaigns"])
  await answer()
  expect(rendered).toEqual(["/user/campaigns", "/user/campaigns"])
})

it("renders neither a page that is no list, nor a list that is shown by then", async () => {
  hover("/user/campaigns/add")
  await rest()
  vi.stubGlobal("location", { pathname: "/user/campaigns" })
  hover("/user/campaigns")
  await rest()
  expect(rendered).toEqual([])
})

it.each(["/user/employees/add", "/user/surveys-of-nobody"])("renders a list no more once the pointer is on %s", async href => {
  hover("/user/campaigns")
  await rest()
  hover(href)
  await answer()
  expect(rendered).toEqual(["/user/campaigns"])
})
