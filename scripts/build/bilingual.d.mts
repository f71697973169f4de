/** @returns the Turkish page with English carried along in `data-en`. @throws when they differ in more than words */
export const bilingual: (turkish: string, english: string) => string
