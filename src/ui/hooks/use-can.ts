import { useSnapshot } from "valtio"
import { type Feature, missing } from "../../state/features"

/** Whether the server has a feature; what needs it is left out where it has not. */
export const useCan = (feature: Feature): boolean => !useSnapshot(missing)[feature]
