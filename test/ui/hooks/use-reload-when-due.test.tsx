import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { useReloadWhenDue } from "../../../src/ui/hooks/use-reload-when-due"
import { act, mount } from "../../kit"

const day = 86_400_000
const reload = vi.fn()
const Page = ({ data }: { data: object }) => {
  useReloadWhenDue(data, reload)
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
})
afterEach(() => vi.useRealTimers())

it.each([
  ["one record", { title: "2026", endDate: 40, updatedDate: -3 }],
  ["rows", [{ endDate: null }, { startDate: -1, drawDate: 40 }]],
])("reads %s again when an instant has come, further away than a timer reaches", async (_, records) => {
  const instantOf = (_: string, value: unknown) =>
    typeof value === "number" ? new Date(Date.now() + value * day).toISOString() : value
  const data = JSON.parse(JSON.stringify(records, instantOf))
  const { unmount } = await mount(<Page data={data} />)
  const pass = async (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(40 * day)
  expect(reload).not.toHaveBeenCalled()
  await pass(1_000)
  expect(reload).toHaveBeenCalledTimes(1)
  await pass(day)
  expect(reload).toHaveBeenCalledTimes(2)
  await unmount()
  expect(vi.getTimerCount()).toBe(0)
})
