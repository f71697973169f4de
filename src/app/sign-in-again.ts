import { lazyScreen } from "../ui/pages/lazy-screen"

export const loadSignInPages = () => import("./pages/sign-in-pages")

/** The form over the page of a paused session. */
export const SignInAgain = lazyScreen(loadSignInPages, module => module.SignInAgain)
