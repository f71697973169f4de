/** A QR code as SVG path data over a `size` × `size` view box. */
export type Qr = { size: number; path: string }

/** Returns whether a QR code is safe to render: path commands and numbers only, `size` 1 to 200. */
export const isValidQr = (qr: Qr | null | undefined): qr is Qr =>
  Number.isInteger(qr?.size) && Number(qr?.size) > 0 && Number(qr?.size) <= 200 && /^[MmHhVvZzLl0-9 .,-]+$/.test(String(qr?.path))
