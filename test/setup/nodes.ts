import postgres from "postgres"

/** The servers of a database: one, or the coordinator and the workers of Citus, which have a database of the same name each. */

export const nodesOf = async (url: string): Promise<string[]> => {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  const [found] = await client`select to_regclass('pg_dist_node') is not null as citus`
  const rows = found?.citus ? await client`select nodename as name, nodeport as port from pg_dist_node order by groupid` : []
  await client.end()
  return rows.length
    ? rows.map(({ name, port }) => Object.assign(new URL(url), { hostname: name, port: String(port) }).href)
    : [url]
}

/** Runs statements on each server, one after the other. */
export const onEach = async (nodes: readonly string[], ...statements: string[]): Promise<void> => {
  for (const node of nodes) {
    const client = postgres(node, { max: 1, onnotice: () => {} })
    for (const statement of statements) await client.unsafe(statement)
    await client.end()
  }
}

/** Ends what is connected to a database, such as the daemon of Citus, which would be in the way of a copy. */
export const endSessions = (name: string) =>
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`

/** Makes a database on each server, with Citus where there are several. */
export const createDatabase = async (nodes: readonly string[], name: string): Promise<void> => {
  await onEach(nodes, `create database ${name}`)
  if (nodes.length === 1) return
  const at = nodes.map(node => Object.assign(new URL(node), { pathname: `/${name}` }))
  await onEach(
    at.map(({ href }) => href),
    "create extension citus",
  )
  const [coordinator, ...workers] = at
  await onEach(
    [coordinator?.href ?? ""],
    `alter database ${name} set citus.shard_count = 2`,
    `select citus_set_coordinator_host('${coordinator?.hostname}', ${coordinator?.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  )
}
