import { useLayoutEffect, useRef, useState } from "react"

type Left = readonly (ReadonlySet<string> | undefined)[]

/** What takes the focus after the next change of the entries: an entry's button by its `data-action`, otherwise its first field. */
type Target = { before: readonly unknown[]; index: number; action?: string }

const fields = "input:not([type=checkbox]),select,textarea"

const moved = <V>(items: readonly V[], from: number, to: number): V[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))

/** Focuses the first element that can take the focus; the cursor of a text is put at its end. */
const focusFirst = (elements: (HTMLElement | null | undefined)[]) => {
  for (const element of elements) {
    element?.focus()
    if (!element || document.activeElement !== element) continue
    if (element instanceof HTMLInputElement && element.type === "text")
      element.setSelectionRange(element.value.length, element.value.length)
    return
  }
}

/**
 * Edits the entries of a list in a form: adds, moves and removes them, keeps the focus, and announces changes. The elements of
 * entries are children of `root` with `data-entry`. An added entry takes the focus; a moved one keeps it; after a removal the
 * neighbour takes it, or the last button of the field when no entry is left.
 * @param onChange receives the new entries, which must be a new array
 */
export const useListEditor = <T, R extends HTMLElement = HTMLFieldSetElement>(
  entries: readonly T[],
  onChange: (entries: T[]) => void,
) => {
  const root = useRef<R>(null)
  const [liveText, announce] = useState("")
  /** The fields of each entry that the focus has left. */
  const [left, setLeft] = useState<Left>([])
  const target = useRef<Target>(undefined)
  const leftOf = (all: Left): Left => entries.map((_, index) => all[index])

  useLayoutEffect(() => {
    const wanted = target.current
    if (!wanted || wanted.before === entries) return
    target.current = undefined
    const { index, action } = wanted
    const row = [...(root.current?.children ?? [])].filter(child => child.matches("[data-entry]"))[index]
    const buttons = row ?? root.current?.closest("fieldset") ?? root.current
    focusFirst([
      action ? row?.querySelector<HTMLElement>(`[data-action=${action}]`) : undefined,
      row?.querySelector<HTMLElement>(fields),
      row?.querySelector<HTMLElement>("summary"),
      [...(buttons?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1),
    ])
  })

  /** The entry at `index` takes the focus after the next change of the entries. */
  const expect = (index: number, action?: string) => {
    target.current = { before: entries, index, action }
  }
  /** Replaces the entries, and focuses the one at `index`. */
  const replace = (next: T[], index: number, action?: string) => {
    expect(index, action)
    onChange(next)
  }

  return {
    root,
    liveText,
    announce,
    expect,
    replace,
    add: (entry: T) => replace([...entries, entry], entries.length),
    /** @param text announced; positions outside of the list are ignored */
    move: (from: number, to: number, text?: string) => {
      if (!(from in entries) || !(to in entries)) return
      const { activeElement } = document
      const isWithin = root.current?.contains(activeElement) && activeElement?.closest("[data-entry]")
      const action = activeElement instanceof HTMLElement ? activeElement.dataset.action : undefined
      if (isWithin) replace(moved(entries, from, to), to, action)
      else onChange(moved(entries, from, to))
      setLeft(all => moved(leftOf(all), from, to))
      if (text) announce(text)
    },
    remove: (index: number, text?: string) => {
      replace(entries.toSpliced(index, 1), Math.min(index, entries.length - 2))
      setLeft(all => leftOf(all).toSpliced(index, 1))
      if (text) announce(text)
    },
    /** Records that the focus left a field of an entry, whose message is then shown. */
    leave: (index: number, field: string) =>
      setLeft(all => leftOf(all).map((names, other) => (other === index ? new Set(names).add(field) : names))),
    hasLeft: (index: number, field: string) => left[index]?.has(field) ?? false,
  }
}
