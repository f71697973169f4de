/** The path of the API: its paths would collide with those of the console without one (docs/contract.md#base-address). */
export const prefix = "/backend"
