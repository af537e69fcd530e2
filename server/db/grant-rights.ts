import pg from 'pg'
import { transaction } from './query.ts'

/** Any constant will do, as long as nothing else in this database takes the same advisory lock. */
const lockKey = 7_302_118_456

/**
 * Lets `role` work with the tables of `owner`: read and write rows, and nothing that changes tables, triggers or functions.
 * To `audit_log` it only adds, and the list of migrations it only reads. Repeating it is harmless.
 */
export async function grantRights(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await transaction(owner, async (tx) => {
    // Processes that start together would change the same rows of the catalogue.
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    const { rows } = await tx.query<{ role: string }>('select current_user as role')
    // An owner takes no rights away from itself.
    if (rows[0]?.role === role) return
    await tx.query(`grant usage on schema public, pgboss to ${name}`)
    await tx.query(`grant select, insert, update, delete on all tables in schema public, pgboss to ${name}`)
    await tx.query(`grant select, usage, update on all sequences in schema public, pgboss to ${name}`)
    await tx.query(`revoke update, delete on audit_log from ${name}`)
    await tx.query(`revoke insert, update, delete on schema_migrations from ${name}`)
  })
}
