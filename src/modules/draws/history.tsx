import { actions } from "../../contract/audit"
import type { Draw } from "../../contract/draws"
import { RecordHistory } from "../../ui/pages/record-history"
import { listChanges } from "../audit/api"
import { draws } from "./resource"

/** Who changed the draw, when, and what. */
export const History = ({ draw: { id } }: { draw: Draw }) => (
  <RecordHistory entity="draw" id={id} read={listChanges} actions={actions} labels={draws.labels} />
)
