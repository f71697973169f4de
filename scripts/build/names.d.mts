/** Minifies chunks. @param texts by name; @param keepsNames whether the exports of a chunk keep their names */
export const minifyChunks: (
  texts: ReadonlyMap<string, string>,
  keepsNames: (name: string) => boolean,
) => Promise<Map<string, string>>
