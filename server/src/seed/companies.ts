import { sql } from "drizzle-orm"
import { fold } from "../../../src/core/text/fold"
import type { Database } from "../db/open"
import { tenants, users } from "../db/schema"
import type { Random } from "./random"
import { firstNames, lastNames } from "./words/offers"
import type { Owner } from "./world"

const companies = [
  {
    name: "Yeşilova Grup",
    primaryColor: "#3A9355",
    secondaryColor: "#152136",
    domain: "yesilova.example",
    location: "İzmir",
    industry: 9,
    contactPersons: ["Elif Yılmaz", "Kerem Tuna"],
    phone: "02325551000",
    companySize: 5,
    description: "1974’ten beri gıda, yapı ve enerji alanlarında çalışan aile şirketi.",
    subsidiaries: [
      ["Yeşilova Gıda", 9, "Manisa", "Nazlı Ergin", "Zeytin, zeytinyağı ve kuru meyve üretimi."],
      ["Yeşilova Yapı", 11, "İzmir", "Hakan Soylu", "Konut ve sanayi yapıları, proje ve taahhüt."],
      ["Yeşilova Enerji", 10, "Aydın", "Derya Sezer", "Rüzgâr ve güneş santrallerinin kurulumu ve işletmesi."],
    ],
  },
  {
    name: "Sarıkum Lojistik",
    primaryColor: "#FFD21F",
    secondaryColor: "#211E17",
    domain: "sarikum.example",
    location: "Mersin",
    industry: 7,
    contactPersons: ["Mert Aydın", "Olivia Bennett"],
    phone: "03245552000",
    companySize: 4,
    description: "Limandan rafa kara, deniz ve demir yolu taşımacılığı.",
    subsidiaries: [["Sarıkum Depoculuk", 7, "Adana", "Levent Dinç", "Soğuk hava depoları ve sipariş hazırlama."]],
  },
] as const

/** People with random names; a second person with the same address is left out. */
const peopleOf = (random: Random, domain: string) => {
  const taken = new Set<string>()
  return Array.from({ length: 60 }, () => {
    const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
    return { firstName, lastName, email: `${fold(firstName)}.${fold(lastName)}${random.whole(2, 999)}@${domain}` }
  }).filter(({ email }) => !taken.has(email) && taken.add(email))
}

/** These people are known, so that their answers count in groups of a survey's report (docs/contract.md#survey-report). */
const createdAt = sql`now() - interval '400 days'`

/** The two companies with their subsidiaries and some of their people. */
export const seedCompanies = async (db: Database, random: Random): Promise<Owner[]> => {
  const owners: Owner[] = []
  for (const { subsidiaries, ...company } of companies) {
    const columns = {
      ...company,
      contactPersons: [...company.contactPersons],
      emails: [`bilgi@${company.domain}`],
      website: `https://www.${company.domain}`,
      modules: { reports: true },
    }
    const [row] = await db.insert(tenants).values(columns).returning({ id: tenants.id })
    if (!row) throw new Error("The company was not stored.")
    const { id } = row
    const subsidiaryRows = await db
      .insert(tenants)
      .values(
        subsidiaries.map(([name, industry, location, person, description]) => ({
          ...columns,
          ...{ name, industry, location, description, parentId: id },
          emails: [`${fold(name).split(" ").at(-1)}@${company.domain}`],
          contactPersons: [person],
          companySize: company.companySize - 1,
        })),
      )
      .returning({ id: tenants.id })
    const people = peopleOf(random, company.domain)
    await db
      .insert(users)
      .values(
        people.map(person => ({ ...person, tenantId: id, role: "User" as const, status: random.chance(0.9) ? 1 : 0, createdAt })),
      )
      .onConflictDoNothing()
    owners.push({ id, subsidiaries: subsidiaryRows.map(row => row.id) })
  }
  return owners
}
