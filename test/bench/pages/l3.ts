/**
 * L3: the list and the form in bare JavaScript against the same API, without prefetch. Going back shows the list as it was left;
 * every other way reads it anew.
 */
type Named = { id: string; name: string }
type Campaign = {
  id: string
  title: string
  brandName: string
  categoryName: string
  startDate: string
  endDate: string
  status: number
}

const main = document.querySelector("main") as HTMLElement
const statuses = ["Draft", "Scheduled", "Active", "Paused", "Ended"]
const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" })

const get = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`/backend${path}`, { headers: { Authorization: `Bearer ${localStorage.getItem("accessToken")}` } })
  return ((await answer.json()) as { value: T }).value
}

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), props)
  made.append(...children)
  return made
}

const row = (one: Campaign) =>
  element(
    "tr",
    {},
    element("td", {}, element("a", { href: `#${one.id}` }, one.title)),
    element("td", {}, one.brandName ?? ""),
    element("td", {}, one.categoryName ?? ""),
    element("td", {}, `${date.format(new Date(one.startDate))} – ${date.format(new Date(one.endDate))}`),
    element("td", {}, statuses[one.status] ?? ""),
  )

let page = 0
/** The list's elements, while a form is shown in their place. */
let left: Node[] | undefined
const list = async () => {
  const { campaigns, totalCount } = await get<{ campaigns: Campaign[]; totalCount: number }>(
    `/campaign/list?page=${page}&pageSize=8&sortBy=endDate&sortOrder=desc`,
  )
  const head = ["Title", "Brand", "Category", "Period", "Status"].map(title => element("th", {}, title))
  const next = element(
    "button",
    { type: "button", ariaLabel: "Next page" },
    `Page ${page + 1} of ${Math.ceil(totalCount / 8)}: next`,
  )
  next.onclick = () => {
    page++
    list()
  }
  main.replaceChildren(
    element("h1", {}, "Campaigns"),
    element("a", { href: "#add" }, "Add"),
    element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...campaigns.map(row))),
    next,
  )
}

const field = (label: string, control: HTMLElement) => element("p", {}, element("label", {}, `${label} `, control))
const select = (options: Named[]) =>
  element("select", {}, ...options.map(({ id, name }) => element("option", { value: id }, name)))

const form = async () => {
  const [{ brands }, categories] = await Promise.all([
    get<{ brands: Named[] }>("/brand/list?page=0&pageSize=100"),
    get<Named[]>("/category/list"),
  ])
  left = [...main.childNodes]
  main.replaceChildren(
    element("h1", {}, "New campaign"),
    element(
      "form",
      {},
      field("Title", element("input", { name: "title" })),
      field("Description", element("textarea")),
      field("Terms", element("textarea")),
      field("Brand", select(brands)),
      field("Category", select(categories)),
      field("Reward", element("input", { type: "number" })),
      field("Start", element("input", { type: "date" })),
      field("End", element("input", { type: "date" })),
      field("Limit", element("input", { type: "number" })),
      element("button", { type: "submit" }, "Save"),
    ),
  )
}

const show = () => {
  page = 0
  return location.hash === "#add" ? form() : list()
}

let isBack = false
addEventListener("popstate", event => {
  isBack = event.state !== null
})
addEventListener("hashchange", () => {
  if (isBack && left && location.hash === "#list") main.replaceChildren(...left)
  else show()
})
history.replaceState({}, "")
show()
