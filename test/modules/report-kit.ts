import { expect, it } from "vitest"
import { withoutExtensions } from "../extensions"
import { until } from "../kit"
import { envelope } from "./kit"

/** Reports in the console: what is shown of them, and what of the answers that hold none. */
export const text = () => document.querySelector("main")?.textContent ?? ""
export const shows = (words: string) => until(() => expect(text()).toContain(words))
export const cards = () => [...document.querySelectorAll<HTMLElement>(".chart-card")]

type Screen = {
  open: (answer: () => Response) => Promise<unknown>
  /** A successful answer with a value in the report's place. */
  answering: (value: unknown) => () => Response
  words: { refused: string; missing: string; failed: string }
}

export const describeFailedReport = ({ open, answering, words: { refused, missing, failed } }: Screen) =>
  it.each<[string, () => Response, string]>([
    ["refuses it", () => envelope(403), refused],
    ["has no such call", () => envelope(404), missing],
    ["fails", () => envelope(500), failed],
    ["answers something else", answering({ rows: [] }), failed],
  ])("is replaced by words where a server %s", async (_, answer, words) => {
    if (words === missing) withoutExtensions()
    await open(answer)
    await shows(words)
    expect(cards()).toEqual([])
    // Where reports are missing, totals of the dashboard are shown.
    if (words !== missing) expect(document.querySelectorAll(".stat")).toHaveLength(0)
  })
