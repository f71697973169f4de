import { isLong } from "./rounds"

/**
 * Prints how often an attack was tried and how often it got through; `npm run test:long` repeats these lines at its end.
 * @param more figures of the attack, such as its slowest answer
 */
export const reportAttack = (name: string, tried: number, passed: number, more = "") => {
  if (isLong) process.stdout.write(`attack: ${name}: ${tried} tried, ${passed} got through${more && `; ${more}`}\n`)
}
