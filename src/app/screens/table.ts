import type { ComponentType } from "react"
import type { Chunk } from "./chunks"
import { firstView, listCall, open, page, records, roles, type Screen } from "./row"

/** A screen of a survey's recommendations and plans. @param path after that of the recommendations */
const analysis = (path: string, show: (chunk: Chunk<"surveys">) => ComponentType) =>
  page("surveys", {
    path: `survey-management/recommendation/:id${path}`,
    module: "surveys",
    title: "survey.many",
    base: "survey-management",
    show,
  })

/**
 * The screens of the console, a row for each page and for each module with records (docs/console.md#routes). Guard, menus, breadcrumbs,
 * titles, deep links, prefetch, palette and the pages of the build follow from them. Menus have their order.
 */
export const screens: readonly Screen[] = [
  ...open("signIn", "auth.title", chunk => chunk.Login, "/", "/login"),
  ...open("signIn", "auth.verifyTitle", chunk => chunk.Verify, "/verify"),
  ...open("signIn", "auth.deniedTitle", chunk => chunk.AccessDenied, "/access-denied"),
  ...open("publicPages", "auth.forgotTitle", chunk => chunk.ForgotPassword, "/forgot-password"),
  ...open("publicPages", "auth.resetTitle", chunk => chunk.ResetPassword, "/reset-password"),
  ...open("legal", "auth.policy", chunk => chunk.Policy, "/policy"),
  ...open("legal", "auth.kvkk", chunk => chunk.Kvkk, "/kvkk"),
  ...open("publicPages", "app.name", chunk => chunk.Go, "/go"),
  ...open("goDraw", "app.name", chunk => chunk.GoDraw, "/go/draw", "/go/draw/:id", "/go/draw/register/:id"),
  ...open("goSurvey", "app.name", chunk => chunk.GoSurvey, "/go/survey", "/go/survey/:token"),

  ...records("campaigns", { path: "campaigns", icon: "campaign", in: "sidebar" }),
  ...records("draws", { path: "draws", icon: "ticket", in: "sidebar" }),
  ...records("announcements", { path: "announcement-management", icon: "megaphone", in: "sidebar" }),
  ...records("surveys", { path: "survey-management", icon: "clipboard", in: "sidebar" }),
  ...records("partners", { path: "partner-management", icon: "store", in: "sidebar" }),
  ...records("companies", { path: "company-management", roles: roles.platform, icon: "building", in: "sidebar" }),
  ...records("subsidiaries", {
    path: "company-subsidiary",
    roles: roles.company,
    icon: "tree",
    in: "sidebar",
    call: "/tenant/:tenant/subsidiaries",
  }),
  ...records("employees", {
    path: "employees",
    roles: roles.company,
    kinds: ["list", "add", "edit"],
    icon: "users",
    in: "sidebar",
  }),
  ...records("payments", { path: "payment-management", icon: "wallet", in: "header" }),
  ...records("gifts", { path: "gift-management", icon: "gift", in: "header" }),
  ...records("feedback", { path: "feedback-management", kinds: ["list", "add", "view"], icon: "chat", in: "header", call: null }),

  ...page("campaigns", {
    path: "dashboard",
    module: "campaigns",
    title: "nav.dashboard",
    base: "campaigns",
    list: listCall("campaigns"),
    show: chunk => chunk.Dashboard,
  }),
  ...page("profile", {
    path: "profile",
    title: "nav.profile",
    show: chunk => chunk.Profile,
    first: chunk => chunk.prefetch,
  }),
  ...analysis("", chunk => chunk.Recommendations),
  ...analysis("/review", chunk => chunk.Review),
  ...analysis("/new", chunk => chunk.Recommendation),
  ...analysis("/edit/:entry", chunk => chunk.Recommendation),
  ...analysis("/plans", chunk => chunk.Plans),
  ...analysis("/plans/new", chunk => chunk.Plan),
  ...analysis("/plans/edit/:entry", chunk => chunk.Plan),
  ...page("payments", {
    path: "payment-management/add-transfer",
    roles: roles.company,
    module: "payments",
    title: "payment.takeOver",
    base: "payment-management",
    show: chunk => chunk.AddTransfer,
  }),
  ...page("bulkUpload", {
    path: "employees/bulk-upload",
    roles: roles.company,
    module: "employees",
    needs: "write",
    title: "bulk.title",
    base: "employees",
    show: chunk => chunk.BulkUpload,
  }),
  ...page("reports", {
    path: "reports",
    module: "reports",
    title: "nav.reports",
    menu: "chart",
    show: chunk => chunk.List,
    first: chunk => chunk.prefetch,
  }),
  ...page("employees", {
    path: "/user/users",
    module: "users",
    title: "nav.users",
    menu: "users",
    show: chunk => chunk.Users,
    first: chunk => chunk.prefetch.users,
  }),
  ...page("employees", {
    path: "/user/:userId",
    module: "employees",
    title: "employee.many",
    base: "/user/employees",
    kind: "view",
    show: chunk => chunk.View,
    first: firstView,
  }),
  ...page("calendar", {
    path: "calendar",
    module: "reports",
    title: "nav.calendar",
    menu: "calendar",
    show: chunk => chunk.CalendarScreen,
    first: chunk => chunk.prefetch,
  }),
  ...page("lookups", {
    path: "categories",
    roles: roles.platform,
    title: "nav.categories",
    menu: "tree",
    show: chunk => chunk.Lookups,
  }),
  ...page("lookups", {
    path: "departments",
    roles: roles.company,
    module: "employees",
    needs: "write",
    title: "nav.departments",
    menu: "tree",
    show: chunk => chunk.Lookups,
  }),
  ...page("audit", { path: "audit", title: "nav.audit", menu: "history", show: chunk => chunk.Audit }),
  ...page("connections", {
    path: "connections",
    needs: "unrestricted",
    title: "nav.connections",
    show: chunk => chunk.Connections,
  }),
]
