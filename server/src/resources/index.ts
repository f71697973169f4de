import type { Route } from "../routes/route"
import { ai } from "./ai/routes"
import { announcements } from "./announcements"
import { auth } from "./auth/routes"
import { brands } from "./brands"
import { calendar } from "./calendar/routes"
import { campaigns } from "./campaigns/routes"
import { categories } from "./categories/routes"
import { dashboard } from "./dashboard/routes"
import { departments } from "./departments/routes"
import { gifts } from "./gifts/routes"
import { media } from "./media/routes"
import { payments } from "./payments"
import { qr } from "./qr/routes"
import { reports } from "./reports/routes"
import { summary } from "./summary/routes"
import { surveys } from "./surveys/routes"
import { tokens } from "./tokens"
import { views } from "./views"
import { webhooks } from "./webhooks"

/** The kinds of record whose calls are those of `crud`: routes and documentation. */
export const recordResources = [campaigns, announcements, surveys, brands, payments, gifts]

/** The calls of all resources. */
export const routes: readonly Route[] = [
  ...auth,
  ...categories,
  ...departments,
  ...dashboard,
  reports,
  calendar,
  media,
  qr,
  ...views,
  ...summary,
  ...tokens,
  ...webhooks,
  ai,
]
