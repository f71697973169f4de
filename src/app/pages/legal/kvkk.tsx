import { DataController } from "./data-controller"
import { LegalPage, type Section } from "./legal"
import { retentionSection, storageSection } from "./storage-sections"

/** The information notice that law no. 6698, article 10, requires. */
const sections: readonly Section[] = [
  {
    id: "who",
    title: "legal.kvkk.who",
    body: ["legal.kvkk.who.1", <DataController key="controller" />, "legal.kvkk.who.2"],
  },
  {
    id: "data",
    title: "legal.kvkk.data",
    body: [
      "legal.kvkk.data.1",
      ["legal.kvkk.data.2", "legal.kvkk.data.3", "legal.kvkk.data.4", "legal.kvkk.data.5", "legal.kvkk.data.6"],
      "legal.kvkk.data.7",
    ],
  },
  {
    id: "why",
    title: "legal.kvkk.why",
    body: [
      "legal.kvkk.why.1",
      ["legal.kvkk.why.2", "legal.kvkk.why.3", "legal.kvkk.why.4", "legal.kvkk.why.5", "legal.kvkk.why.6", "legal.kvkk.why.7"],
      "legal.kvkk.why.8",
    ],
  },
  {
    id: "ground",
    title: "legal.kvkk.ground",
    body: [
      "legal.kvkk.ground.1",
      "legal.kvkk.ground.2",
      ["legal.kvkk.ground.3", "legal.kvkk.ground.4", "legal.kvkk.ground.5", "legal.kvkk.ground.6"],
      "legal.kvkk.ground.7",
    ],
  },
  {
    id: "to",
    title: "legal.kvkk.to",
    body: [
      "legal.kvkk.to.1",
      ["legal.kvkk.to.2", "legal.kvkk.to.3", "legal.kvkk.to.4", "legal.kvkk.to.5", "legal.kvkk.to.6"],
      "legal.kvkk.to.7",
    ],
  },
  retentionSection,
  storageSection,
  {
    id: "rights",
    title: "legal.kvkk.rights",
    body: [
      "legal.kvkk.rights.1",
      [
        "legal.kvkk.rights.2",
        "legal.kvkk.rights.3",
        "legal.kvkk.rights.4",
        "legal.kvkk.rights.5",
        "legal.kvkk.rights.6",
        "legal.kvkk.rights.7",
        "legal.kvkk.rights.8",
        "legal.kvkk.rights.9",
        "legal.kvkk.rights.10",
      ],
    ],
  },
  {
    id: "apply",
    title: "legal.kvkk.apply",
    body: [
      "legal.kvkk.apply.1",
      "legal.kvkk.apply.2",
      ["legal.kvkk.apply.3", "legal.kvkk.apply.4", "legal.kvkk.apply.5", "legal.kvkk.apply.6", "legal.kvkk.apply.7"],
      "legal.kvkk.apply.8",
      "legal.kvkk.apply.9",
    ],
  },
  { id: "change", title: "legal.kvkk.change", body: ["legal.kvkk.change.1"] },
]

export const Kvkk = () => (
  <LegalPage title="auth.kvkk" lead="legal.kvkk.lead" sections={sections} other={{ href: "/policy", title: "auth.policy" }} />
)
