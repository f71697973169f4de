export { Go } from "./go"
export { Kvkk } from "./kvkk"
export { ForgotPassword, ResetPassword } from "./no-password"
export { Policy } from "./policy"
