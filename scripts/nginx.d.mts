/** The installed program, or undefined. */
export const nginxProgram: string | undefined

/**
 * Starts nginx with a site; logs in /var/log/nginx are written into its folder. @throws when it is not installed.
 * @returns what it has written to its error stream; `read`, a file of its folder; `stop`
 */
export const startNginx: (site: string) => { log: () => string; read: (file: string) => string; stop: () => Promise<void> }

/** The site of deploy/nginx.conf without TLS, on other ports; without `plainPort` also without the redirect to TLS. */
export const deployedSite: (port: number, ports: number[], plainPort?: number) => string
