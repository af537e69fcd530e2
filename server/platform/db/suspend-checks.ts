import pg from 'pg'
import { isProductRelation } from './snapshot.ts'

/**
 * Drops foreign keys and disables triggers, so that the table owner can fill tables in any order without superuser rights.
 * The returned function restores them and checks the foreign keys.
 */
export async function suspendChecks(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ target: string; name: string; definition: string }>(`
    select k.conrelid::regclass::text as target, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${isProductRelation} order by 1, 2`)
  const { rows: triggers } = await client.query<{ target: string; name: string; state: string }>(`
    select t.tgrelid::regclass::text as target, t.tgname as name, t.tgenabled as state
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${isProductRelation} order by 1, 2`)

  for (const { target, name } of triggers)
    await client.query(`alter table ${target} disable trigger ${pg.escapeIdentifier(name)}`)
  for (const { target, name } of keys) await client.query(`alter table ${target} drop constraint ${pg.escapeIdentifier(name)}`)

  return async () => {
    for (const { target, name, definition } of keys)
      await client.query(`alter table ${target} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
    for (const { target, name, state } of triggers)
      await client.query(`alter table ${target} ${enable[state] ?? enable.O} trigger ${pg.escapeIdentifier(name)}`)
  }
}

/** SQL by value of `pg_trigger.tgenabled`. */
const enable: Record<string, string> = { O: 'enable', A: 'enable always', R: 'enable replica' }
