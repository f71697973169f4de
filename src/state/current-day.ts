import { type Day, fromInstant } from "../core/dates/dates"
import { config } from "./config"

/** Returns the day in the deployment's time zone. @param now epoch ms */
export const currentDay = (now = Date.now()): Day => fromInstant(new Date(now).toISOString(), config.timeZone)?.date ?? ""
