import { onTestFinished } from "vitest"
import { records } from "../src/api/records"
import { startTolerant } from "../src/api/tolerant"
import { config } from "../src/state/config"
import { type Feature, missing } from "../src/state/features"

const plain = { ...records }

/** Begins with a server that has the extensions, or none, as `src/main.tsx` does. */
export const hasExtensions = (isOffered: boolean) => {
  config.extensions = isOffered
  Object.assign(records, plain)
  for (const feature of Object.keys(missing)) delete missing[feature as Feature]
  if (!isOffered) startTolerant()
}

/** A server without extensions until the end of the test. */
export const withoutExtensions = () => {
  hasExtensions(false)
  onTestFinished(() => hasExtensions(true))
}
