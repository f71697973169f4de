import type { Falsy } from "../compact"
import { isolated } from "./isolated"

/** Returns the texts that are present as one line, between middle dots; none turns the others around. */
export const joinTexts = (...texts: (string | number | Falsy)[]): string =>
  texts.flatMap(text => (text ? isolated(String(text)) : [])).join(" · ")
