import { announcements, brands, campaigns, draws, feedbacks, gifts, payments, surveys, tenants, users } from "../db/schema"

/** Every table whose records are made, changed, deleted and taken back in the same way. */
export const tables = {
  announcement: announcements,
  brand: brands,
  campaign: campaigns,
  draw: draws,
  feedback: feedbacks,
  gift: gifts,
  payment: payments,
  survey: surveys,
  tenant: tenants,
  user: users,
} as const
export type Entity = keyof typeof tables
