import { eligibilities } from "../../../src/contract/draws"
import { drawWinners } from "../db/draw-tables"
import type { Database } from "../db/open"
import { draws } from "../db/schema"
import { drawWords } from "./draw-words"
import type { Random } from "./random"
import { day, nameOf, type Person, periodOf, pictureOrNone, type World } from "./world"

const drawPeriods = ["running", "ended", "ended", "running", "upcoming", "running", "ended", "upcoming"] as const
const drawIntents = ["live", "drawn", "live", "live", "draft", "cancelled", "drawn", "draft"] as const

/** A winner for each prize, and a reserve for each kind of prize. */
const winnersOf = (random: Random, people: Person[], prizes: readonly { name: string; quantity: number }[]) => {
  const left = [...people]
  const next = () => left.splice(random.whole(0, left.length - 1), 1)[0]
  return prizes.flatMap(({ name, quantity }, prizeIndex) =>
    Array.from({ length: quantity + 1 }, (_, at) => {
      const person = next()
      return person ? [{ employeeId: person.id, name: nameOf(person), prize: name, prizeIndex, reserve: at === quantity }] : []
    }).flat(),
  )
}

/** Draws in every status; drawn ones have winners. */
export const seedDraws = async (tx: Database, world: World) => {
  const { random } = world
  const rows = world.owners.flatMap((owner, place) =>
    drawWords.map(([title, description, given], at) => {
      const turn = (at + place * 2) % drawIntents.length
      const intent = drawIntents[turn] ?? "live"
      const people = world.people.get(owner.id) ?? []
      const dates = periodOf(world, drawPeriods[turn] ?? "running")
      const eligibility = eligibilities.names[at % eligibilities.names.length]
      const isByName = at % 8 === 5
      const prizes = given.map(([name, type, quantity, value]) => ({ name, type, quantity, value, imageUrl: null }))
      return {
        ...dates,
        drawDate: new Date(dates.endDate.getTime() + random.whole(1, 3) * day),
        title,
        description,
        method: random.pick([0, 0, 1, 2]),
        eligibility: eligibilities.value(eligibility),
        departmentId: eligibility === "specific" && !isByName ? random.pick(world.departmentIds) : null,
        employeeIds: eligibility === "specific" && isByName ? people.slice(0, 12).map(person => person.id) : [],
        prizes,
        intent,
        tenantId: owner.id,
        media: pictureOrNone(world, 0.7),
      }
    }),
  )
  const stored = await tx.insert(draws).values(rows).returning()
  const winners = stored.flatMap(draw =>
    draw.intent === "drawn"
      ? winnersOf(random, world.people.get(draw.tenantId) ?? [], draw.prizes).map((winner, place) => ({
          ...winner,
          drawId: draw.id,
          round: 0,
          place,
          state: "drawn" as const,
          stateAt: draw.drawDate,
        }))
      : [],
  )
  await tx.insert(drawWinners).values(winners)
}
