import pg from 'pg'
import { transaction } from './query.ts'

/** An arbitrary key that no other advisory lock of this database uses. */
const lockKey = 7_302_118_456

/**
 * Grants `role` the rights to read and write rows of `owner`'s tables, but not to change tables, triggers or functions.
 * It can only insert into `audit_log` and only read the migrations. Idempotent.
 */
export async function grantRights(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await transaction(owner, async (tx) => {
    // Concurrent processes would conflict on the same catalogue rows.
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    const { rows } = await tx.query<{ role: string }>('select current_user as role')
    // The owner must not revoke its own rights.
    if (rows[0]?.role === role) return
    await tx.query(`grant usage on schema public, pgboss to ${name}`)
    await tx.query(`grant select, insert, update, delete on all tables in schema public, pgboss to ${name}`)
    await tx.query(`grant select, usage, update on all sequences in schema public, pgboss to ${name}`)
    await tx.query(`revoke update, delete on audit_log from ${name}`)
    await tx.query(`revoke insert, update, delete on schema_migrations from ${name}`)
  })
}
