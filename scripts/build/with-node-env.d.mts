/** Sets NODE_ENV during some work, and restores it afterwards, also when the work throws. */
export const withNodeEnv: <T>(value: string, work: () => Promise<T> | T) => Promise<T>
