/** [name, pattern of the source, month since which all four browsers have it or "", what happens without it by file] */
type Feature = [name: string, pattern: RegExp, from: string, fallbacks?: Readonly<Record<string, string>>]

export const since: string
export const target: string[]
export const features: Feature[]
export const styleFeatures: Feature[]

/** Returns in words which sources use a feature that is too new without a fallback, and which fallbacks have no use any more. */
export const newerFeatures: (sources?: { path: string; text: string }[]) => string[]
