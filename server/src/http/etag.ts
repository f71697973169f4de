/** Whether an If-None-Match header contains the ETag, by weak comparison. */
export const matchesETag = (header: string | undefined, etag: string) =>
  (header ?? "").split(",").some(part => part.trim() === "*" || part.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""))
