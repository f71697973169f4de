import type { Config } from "../config"
import { documentRoute } from "../openapi/document"
import type { Route, TaggedRoute } from "../routes/route"
import { ai } from "./ai/routes"
import { announcements } from "./announcements"
import { approvalSettings } from "./approval-settings"
import { approvals } from "./approvals"
import { audit } from "./audit/routes"
import { auth } from "./auth/routes"
import { brands } from "./brands"
import { calendar } from "./calendar/routes"
import { campaigns } from "./campaigns/routes"
import { categories } from "./categories/routes"
import { dashboard } from "./dashboard/routes"
import { departments } from "./departments/routes"
import { draws } from "./draws/routes"
import { feedback } from "./feedback/routes"
import { gifts } from "./gifts/routes"
import { maintenance } from "./maintenance"
import { media } from "./media/routes"
import { messages } from "./messages/routes"
import { outbox } from "./outbox/routes"
import { passkeyRule } from "./passkey-rule"
import { payments } from "./payments"
import { probes } from "./probes"
import { qr } from "./qr/routes"
import { reports } from "./reports/routes"
import { scim } from "./scim/routes"
import { signInConnection } from "./sign-in-connection"
import { summary } from "./summary/routes"
import { surveys } from "./surveys/routes"
import { invitePlatformAdministrator, removePlatformAdministrator } from "./tenants/admins"
import { tenants } from "./tenants/routes"
import { tokens } from "./tokens"
import { undo } from "./undo"
import { employees } from "./users/routes"
import { views } from "./views"
import { webhooks } from "./webhooks"

const tagged = (tag: string, ...routes: Route[]): TaggedRoute[] => routes.map(route => ({ tag, ...route }))

/** All calls of a deployment, by their tags in the document, which is one of them. */
export const routesOf = ({ mode, smtpUrl }: Pick<Config, "mode" | "smtpUrl">): readonly TaggedRoute[] => {
  const hasOutbox = mode === "demo" && !smtpUrl
  const routes: TaggedRoute[] = [
    ...tagged(
      "Operations",
      ...probes,
      ...maintenance,
      ...(hasOutbox ? [outbox] : []),
      documentRoute(() => routes),
    ),
    ...tagged("Sign-in", ...auth, ...signInConnection, ...passkeyRule, ...summary),
    ...tagged("Campaigns", ...campaigns),
    ...tagged("Announcements", ...announcements),
    ...tagged("Surveys", ...surveys),
    ...tagged("Brands", ...brands),
    ...tagged("Payments", ...payments),
    ...tagged("Gifts", ...gifts),
    ...tagged("Lists", ...categories, ...departments),
    ...tagged("Draws", ...draws),
    ...tagged("Feedback", ...feedback),
    ...tagged("Employees", ...employees, invitePlatformAdministrator, removePlatformAdministrator),
    ...tagged("Directory", ...scim),
    ...tagged("Companies", ...tenants),
    ...tagged("Dashboard", ...dashboard),
    ...tagged("Reports", reports),
    ...tagged("Calendar", calendar),
    ...tagged("Media", media, qr),
    ...tagged("Records", ...views, ...audit, undo),
    ...tagged("Approvals", ...approvalSettings),
    ...approvals,
    ...tagged("Connections", ...tokens),
    ...tagged("Webhooks", ...webhooks),
    ...tagged("Messages", ...messages),
    ...tagged("AI", ai),
  ]
  return routes
}
