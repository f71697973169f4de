import { afterEach, expect, it } from "vitest"
import { Pager } from "../../../src/ui/lists/pager"
import type { List } from "../../../src/ui/lists/use-list"
import { mount, speak, textOf, unmountAll } from "../../kit"

afterEach(unmountAll)

const open = async (page: number, total: number) => {
  speak("tr")
  const list = { state: { page, pageSize: 8 }, hrefOf: ({ page }: { page: number }) => `?page=${page}`, go: () => {} }
  await mount(
    <Pager list={list as unknown as List} name="x" total={total} summary={(from, to, total) => `${from}–${to} / ${total}`} />,
  )
  const step = (label: string) => document.querySelector(`[aria-label="${label}"]`)
  return {
    summary: textOf(".pager p"),
    previous: step("Önceki sayfa")?.getAttribute("href"),
    next: step("Sonraki sayfa")?.getAttribute("href"),
  }
}

it.each([
  ["the first", 0, 20, { summary: "1–8 / 20", previous: null, next: "?page=1" }],
  ["one between", 1, 20, { summary: "9–16 / 20", previous: "?page=0", next: "?page=2" }],
  ["the last", 2, 20, { summary: "17–20 / 20", previous: "?page=1", next: null }],
  ["a full last", 1, 16, { summary: "9–16 / 16", previous: "?page=0", next: null }],
  ["the only", 0, 3, { summary: "1–3 / 3", previous: null, next: null }],
] as const)("from %s page the pager leads to the pages that there are", async (_, page, total, expected) => {
  expect(await open(page, total)).toEqual(expected)
})
