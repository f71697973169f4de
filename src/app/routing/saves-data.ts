/** Whether the browser asks for few transfers. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
