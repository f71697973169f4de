export { AccessDenied } from "./access-denied"
export { Login } from "./login"
export { Verify } from "./verify"
