/** Starts nginx with a site. @throws when it is not installed. @returns what it has written to its log; `stop` */
export const startNginx: (site: string) => { log: () => string; stop: () => Promise<void> }
