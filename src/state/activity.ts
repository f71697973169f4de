import { proxy } from "valtio/vanilla"

/**
 * `endsAt`: epoch ms at which an inactive session ends, once that is near; the person is then asked to stay.
 * `stayedAt`: when they last said that they would.
 */
export const activity = proxy<{ endsAt?: number; stayedAt?: number }>({})

/** The warning stands this long, ms (decisions §3, Inactivity). */
export const warningLife = 60_000

export const endIsNear = (endsAt: number) => {
  if (activity.endsAt !== endsAt) activity.endsAt = endsAt
}

export const endIsFar = () => {
  if (activity.endsAt !== undefined) delete activity.endsAt
}

export const stay = (now: number) => {
  activity.stayedAt = now
  endIsFar()
}
