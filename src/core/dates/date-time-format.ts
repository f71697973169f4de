const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of a locale and options, created once: its creation costs as much as hundreds of dates that it formats. */
export const dateTimeFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
