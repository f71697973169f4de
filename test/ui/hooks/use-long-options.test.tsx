import { afterEach, expect, it } from "vitest"
import type { Option } from "../../../src/core/http/options"
import { readOptions } from "../../../src/core/http/options"
import { cache } from "../../../src/state/instances"
import { Combobox } from "../../../src/ui/controls/combobox"
import { useLongOptions } from "../../../src/ui/hooks/use-long-options"
import { useOptionLabels } from "../../../src/ui/hooks/use-option-labels"
import { act, click, element, mount, text, unmountAll, until } from "../../kit"

/** Lists of options that a server cuts: the first ones are there, others are asked for by their ids or a text. */
afterEach(async () => {
  await unmountAll()
  cache.clear()
})

const all = Array.from({ length: 30 }, (_, at): Option => ({ value: `id${at}`, label: `Şirket ${at}.` }))
const optionsOf = (cutAt: number) => {
  const asked: object[] = []
  const options = readOptions(
    "companies.test",
    async ({ keyword, ids }) => {
      asked.push({ keyword, ids })
      if (ids) return all.filter(({ value }) => ids.split(",").includes(value))
      return keyword ? all.filter(({ label }) => label.includes(keyword)) : all.slice(0, Math.min(cutAt, all.length))
    },
    cutAt,
  )
  return { asked, options }
}

it.each([
  ["cut", 10, [{}, { ids: "id3,id20,gone" }], "Şirket 3., Şirket 20., ?"],
  ["whole", 100, [{}], "Şirket 3., Şirket 20., ?"],
])("ids have their names with a list that is %s", async (_, cutAt, calls, words) => {
  const { asked, options } = optionsOf(cutAt)
  const Names = () => <p>{useOptionLabels(options, true, "?")(["id3", "id20", "gone"])}</p>
  await mount(<Names />)
  await until(() => text() === words)
  expect(asked.map(call => Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)))).toEqual(
    calls.map(call => ("ids" in call ? { ids: "id20,gone" } : call)),
  )
})

it("what is chosen has its name, and typing finds what the list lacks", async () => {
  const { options } = optionsOf(10)
  const Field = () => {
    const { data, search } = useLongOptions(options, ["id20"])
    return (
      <Combobox
        value="id20"
        onChange={() => {}}
        placeholder="Şirket"
        {...(search ? { loadOptions: search, known: data } : { options: data })}
      />
    )
  }
  await mount(<Field />)
  const input = element("input") as HTMLInputElement
  await until(() => input.value === "Şirket 20.")
  await click(input)
  await until(() => document.querySelectorAll("[role=option]").length >= 10)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "25.")
    input.dispatchEvent(new Event("input", { bubbles: true }))
  })
  await until(() => text().includes("Şirket 25."))
})
