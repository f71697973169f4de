import { type Database, rowsOf } from "../server/src/db/open"

/** Sets what needs approval as an operator of the database would: a call that takes anything away waits for a second person. */
export const setNeeds = async ({ db }: { db: Database }, owner: string, modules: readonly string[], waitDays = 0) => {
  await rowsOf(db, `delete from approval_setting_changes where owner = '${owner}'`)
  await rowsOf(
    db,
    `insert into approval_settings (owner, modules, wait_days) values ('${owner}', '{${modules}}', ${waitDays})
      on conflict (owner) do update set modules = excluded.modules, wait_days = excluded.wait_days`,
  )
}
