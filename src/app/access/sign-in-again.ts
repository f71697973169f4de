import { lazyScreen } from "../../ui/pages/loading/lazy-screen"

export const loadSignInPages = () => import("../pages/sign-in/sign-in-pages")

/** The form over the page of a paused session. */
export const SignInAgain = lazyScreen(loadSignInPages, module => module.SignInAgain)
