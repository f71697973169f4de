/**
 * The source files at which esbuild begins a chunk of its own: the entry, and screens, which are loaded by `import()`. The grouping
 * of chunks (groups.mjs) and the HTML pages (pages.mjs) name them by these paths.
 */

export const entry = "src/main.tsx"
export const signIn = "src/app/pages/sign-in/sign-in-pages.ts"
export const publicPages = "src/app/pages/public-pages.ts"
/** What every page of a signed-in person needs: sidebar and header, and the effects of a session. */
export const frame = ["src/app/shell/shell.tsx", "src/effects/signed-in.ts"]

export const listOf = module => `src/modules/${module}/index.ts`

const shared = {
  "announcement-management": "announcements",
  campaigns: "campaigns",
  dashboard: "campaigns",
  draws: "draws",
  "feedback-management": "feedback",
  "gift-management": "gifts",
  "partner-management": "partners",
  "payment-management": "payments",
  "survey-management": "surveys",
}

/** The folders in src/modules of the lists, by area and path (src/app/routing/routes.ts). */
export const lists = {
  admin: { ...shared, "company-management": "companies" },
  user: { ...shared, "company-subsidiary": "companies/subsidiaries", employees: "employees" },
}
