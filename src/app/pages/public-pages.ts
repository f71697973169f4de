export { Go } from "./go"
export { Kvkk } from "./legal/kvkk"
export { Policy } from "./legal/policy"
export { ForgotPassword, ResetPassword } from "./sign-in/no-password"
