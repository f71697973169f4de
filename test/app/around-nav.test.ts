// @vitest-environment happy-dom

import { beforeEach, expect, it, vi } from "vitest"
import { aroundNav } from "../../src/app/around-nav"

const frames: (() => void)[] = []
const followed: string[] = []
const follow = (to: string, options?: { replace: boolean }) => {
  const before = followed.length
  aroundNav(
    path => {
      followed.push(path)
      history.replaceState(null, "", path)
    },
    to,
    options,
  )
  return followed.length > before ? "at once" : "later"
}
/** Paints a frame, and runs what waits for it. */
const paint = () => {
  for (const frame of frames.splice(0)) frame()
  vi.runAllTimers()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run))
  history.replaceState(null, "", "/user/dashboard")
})

it("paints the press before a screen opens for the first time, and opens it at once later", () => {
  expect(follow("/user/campaigns?page=2")).toBe("later")
  paint()
  expect(followed.at(-1)).toBe("/user/campaigns?page=2")
  expect(follow("/user/dashboard")).toBe("at once")
  expect(follow("/user/campaigns")).toBe("at once")
})

it("follows the latest of two pressed links, and does not take the first for opened", () => {
  const before = followed.length
  expect(follow("/user/employees?q=a")).toBe("later")
  expect(follow("/user/dashboard?days=7")).toBe("at once")
  paint()
  expect(followed.slice(before)).toEqual(["/user/dashboard?days=7"])
  expect(follow("/user/employees")).toBe("later")
})

it("drops the pressed link at a redirect to another page, such as that of a session that ended", () => {
  const before = followed.length
  expect(follow("/user/announcement-management/7")).toBe("later")
  expect(follow("/login", { replace: true })).toBe("at once")
  paint()
  expect(followed.slice(before)).toEqual(["/login"])
})

it("changes the address of the shown screen, and redirects, at once", () => {
  history.replaceState(null, "", "/user/surveys?page=3")
  expect(follow("/user/surveys?page=4")).toBe("at once")
  expect(follow("/user/draws", { replace: true })).toBe("at once")
  history.replaceState(null, "", "/user/draws/7")
  expect(follow("/user/draws/7?tab=history")).toBe("at once")
})

it("paints the press before the page of each record", () => {
  expect(follow("/user/partner-management/1")).toBe("later")
  paint()
  expect(follow("/user/partner-management/2")).toBe("later")
  paint()
  expect(followed.at(-1)).toBe("/user/partner-management/2")
})

it("follows the pressed link though the shown page replaces its address before the paint", () => {
  history.replaceState(null, "", "/user/draws")
  expect(follow("/user/partner-management/3")).toBe("later")
  expect(follow("/user/draws?page=1", { replace: true })).toBe("at once")
  paint()
  expect(followed.at(-1)).toBe("/user/partner-management/3")
})

it("opens a screen without a frame, in a tab that is not shown, and once only", () => {
  const before = followed.length
  expect(follow("/user/profile")).toBe("later")
  vi.advanceTimersByTime(100)
  paint()
  expect(followed.slice(before)).toEqual(["/user/profile"])
})
