/** Minifies chunks. @param sources texts by name; @param keepsNames whether the exports of a chunk keep their names */
export const minifyChunks: (
  sources: ReadonlyMap<string, string>,
  keepsNames: (name: string) => boolean,
) => Promise<{ texts: Map<string, string>; facades: Map<string, { chunk: string }> }>
