import { loadStyle } from "./chunk"
import { type Part, part } from "./part"
import type { Screen } from "./routes"

const signIn = () => import("./pages/sign-in-pages")
const campaigns = () => import("../modules/campaigns")

/** The frame around every signed-in screen. */
export const Shell = part(
  () => Promise.all([import("./shell"), loadStyle()]),
  ([module]) => module.Shell,
)

/** Every screen that is built, by the name that the route table gives it. */
export const screens: Partial<Record<Screen, Part>> = {
  "public.login": part(signIn, module => module.Login),
  "public.verify": part(signIn, module => module.Verify),
  "public.access-denied": part(signIn, module => module.AccessDenied),

  "campaigns.dashboard": part(campaigns, module => module.Dashboard),
  "campaigns.list": part(campaigns, module => module.List),
  "campaigns.add": part(campaigns, module => module.Add),
  "campaigns.edit": part(campaigns, module => module.Edit),
  "campaigns.view": part(campaigns, module => module.View),
}

/** First data of a screen, fetched together with its chunk. */
export const warmers: Partial<Record<Screen, (id: string | undefined, search: string) => Promise<void>>> = {
  "campaigns.dashboard": async (_, search) => (await campaigns()).warm.list(search),
  "campaigns.list": async (_, search) => (await campaigns()).warm.list(search),
  "campaigns.add": async () => (await campaigns()).warm.form(),
  "campaigns.edit": async id => (await campaigns()).warm.form(id),
  "campaigns.view": async id => (await campaigns()).warm.view(id),
}
