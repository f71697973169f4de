export { Login } from "./login"
export { SignInAgain } from "./sign-in-again"
export { Verify } from "./verify"
