/** Returns the Turkish page with the English texts in `data-en`. @throws when the pages differ in structure */
export const bilingual: (turkish: string, english: string) => string
