import { type ReactNode, useState } from "react"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as survey from "../../../src/contract/surveys/surveys"
import * as field from "../../../src/core/fields"
import type { Key } from "../../../src/core/text/i18n"
import { questionList } from "../../../src/modules/surveys/questions/question-list"
import { QuestionsField } from "../../../src/modules/surveys/questions/questions-field"
import { surveys } from "../../../src/modules/surveys/resource"
import { TextField } from "../../../src/ui/forms/text-field"
import { FormScreen } from "../../../src/ui/pages/form/form-screen"
import { act, mount, speak } from "../../kit"
import { formOf } from "../form-of"

/** A key renders its field, and not the form around it (docs/console.md#forms). */

type Fiber = { tag: number; flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null }
const componentTags = [0, 1, 11, 14, 15]
/** Counts the components that a commit has rendered, as React's developer tools decide it. */
const rendered = (fiber: Fiber | null, before: Fiber | null): number => {
  if (!fiber) return 0
  let total = componentTags.includes(fiber.tag) && before && (fiber.flags & 1) === 1 ? 1 : 0
  if (before && fiber.child === before.child) return total
  for (let child = fiber.child; child; child = child.sibling) total += rendered(child, child.alternate)
  return total
}
let renders = 0
/** Counts from now on what each commit of the page's root has rendered: the root holds the tree that was committed last. */
const watch = () => {
  const container = document.querySelector("form")?.parentElement as HTMLElement
  const named = (element: object) => Object.entries(element).find(([name]) => name.startsWith("__reactContainer"))
  const top = [...ancestors(container)].flatMap(element => named(element)?.[1] ?? [])[0] as { stateNode: { current: Fiber } }
  const root = top.stateNode
  let { current } = root
  Object.defineProperty(root, "current", {
    get: () => current,
    set: (next: Fiber) => {
      current = next
      renders += rendered(next, next.alternate)
    },
  })
}
function* ancestors(element: HTMLElement | null) {
  for (let at = element; at; at = at.parentElement) yield at
}

const input = (id: string) => document.getElementById(id) as HTMLInputElement
const press = (control: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control, text)
    control.dispatchEvent(new Event("input", { bubbles: true }))
  })
/** The largest number of components that one of some keys renders, after the first, which makes the form dirty. */
const perKey = async (control: HTMLInputElement) => {
  await press(control, "a")
  const counts: number[] = []
  for (const text of ["ab", "abc", "abcd"]) {
    renders = 0
    await press(control, text)
    counts.push(renders)
  }
  expect(control.value).toBe("abcd")
  return Math.max(...counts)
}

let unmount: () => Promise<void> = async () => {}
beforeEach(() => speak("tr"))
afterEach(() => unmount())

const screenOf = async <D extends object>(
  initial: D,
  spec: Parameters<typeof formOf<D>>[1],
  children: (form: ReturnType<typeof formOf<D>>) => ReactNode,
) => {
  const Screen = () => {
    const [form] = useState(() => formOf(initial, spec))
    return (
      <FormScreen
        form={form}
        kind={{ texts: "campaign", tag: "campaigns" }}
        title="Form"
        isNew
        failure="error.generic"
        compare={{}}
        onSaved={() => {}}
      >
        {children(form)}
      </FormScreen>
    )
  }
  const mounted = await mount(<Screen />)
  watch()
  return mounted
}

const forty = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, field.text(200)]))
const names = Object.keys(forty)

describe("a key renders at most five components", () => {
  it("in a form of 40 fields", async () => {
    const labels = Object.fromEntries(names.map(name => [name, "survey.title" as Key]))
    ;({ unmount } = await screenOf(field.blankOf(forty), { labels, fields: forty }, form =>
      names.map(name => <TextField key={name} {...form.bind(name)} />),
    ))
    expect(await perKey(input("f7"))).toBeLessThanOrEqual(5)
  })

  it("in a survey of 100 questions, and above them", async () => {
    const questions = Array.from({ length: 100 }, (_, at) => ({
      id: `q${at}`,
      text: `Question ${at}`,
      description: "",
      type: "single_choice" as const,
      options: ["a", "b"],
      required: true,
    }))
    const spec = { labels: surveys.labels, fields: survey.fields, rules: survey.rules, lists: { questions: questionList } }
    ;({ unmount } = await screenOf({ ...survey.blank, questions }, spec, form => (
      <>
        <TextField {...form.bind("title")} />
        <QuestionsField form={form} />
      </>
    )))
    await act(async () => document.querySelectorAll<HTMLElement>(".question-card__title")[57]?.click())
    expect(await perKey(input("questions-57-text"))).toBeLessThanOrEqual(5)
    expect(await perKey(input("title"))).toBeLessThanOrEqual(5)
  })
})
