import { describe, expect, it } from "vitest"
import { status as announcement } from "../../src/contract/announcements"
import { status as campaign } from "../../src/contract/campaigns"
import { status as draw } from "../../src/contract/draws/draws"
import { status as survey } from "../../src/contract/surveys/survey-status"
import { type DerivedStatus, intentsOf } from "../../src/core/derived-status"

const kinds: Record<string, Pick<DerivedStatus, "cases">> = { announcement, campaign, draw, survey }
const edges = [true, false].flatMap(begun => [true, false].map(over => ({ begun, over })))

describe("a status that is described by cases", () => {
  it.each(Object.entries(kinds))(
    "%s: exactly one case holds for each intent, before, in and after the period",
    (_, { cases }) => {
      const all = Object.values(cases).flat()
      const intents = [...new Set(all.flatMap(intentsOf))]
      const held = intents.flatMap(intent =>
        edges.map(
          at =>
            all.filter(
              when =>
                intentsOf(when).includes(intent) && (when.begun ?? at.begun) === at.begun && (when.over ?? at.over) === at.over,
            ).length,
        ),
      )
      expect(held).toEqual(held.map(() => 1))
    },
  )
})
