const rowOf = (id: string) => document.querySelector(`[data-row="${CSS.escape(id)}"]`)

const focusIn = (row: Element | null | undefined) =>
  (row?.querySelector<HTMLElement>("a, button") ?? document.getElementById("main"))?.focus()

/** Moves the focus to a row of a list; to the first one if it is not shown. */
export const focusRow = (id = "") => focusIn(rowOf(id) ?? document.querySelector("[data-row]"))

/** Moves the focus off a row that goes: to the next one, the one before, or the content of the page. */
export const focusBesideRow = (id: string) => {
  const row = rowOf(id)
  focusIn(row?.nextElementSibling ?? row?.previousElementSibling)
}
