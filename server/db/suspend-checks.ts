import pg from 'pg'
import { OURS } from './snapshot.ts'

/**
 * Takes foreign keys and triggers of the product's tables away until the returned function puts them back, foreign keys
 * checked anew: tables can then be filled in any order, by the owner of the tables, without a superuser's rights.
 */
export async function suspendChecks(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ target: string; name: string; definition: string }>(`
    SELECT k.conrelid::regclass::text AS target, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND k.conparentid = 0 AND ${OURS} ORDER BY 1, 2`)
  const { rows: triggers } = await client.query<{ target: string; name: string; state: string }>(`
    SELECT t.tgrelid::regclass::text AS target, t.tgname AS name, t.tgenabled AS state
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D' AND ${OURS} ORDER BY 1, 2`)

  for (const { target, name } of triggers)
    await client.query(`ALTER TABLE ${target} DISABLE TRIGGER ${pg.escapeIdentifier(name)}`)
  for (const { target, name } of keys) await client.query(`ALTER TABLE ${target} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`)

  return async () => {
    for (const { target, name, definition } of keys)
      await client.query(`ALTER TABLE ${target} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`)
    for (const { target, name, state } of triggers)
      await client.query(`ALTER TABLE ${target} ${ENABLE[state] ?? ENABLE.O} TRIGGER ${pg.escapeIdentifier(name)}`)
  }
}

/** pg_trigger.tgenabled */
const ENABLE: Record<string, string> = { O: 'ENABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' }
