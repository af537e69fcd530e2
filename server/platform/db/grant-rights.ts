import pg from 'pg'
import { transaction } from './query.ts'

/** An arbitrary key that no other advisory lock of this database uses. */
const lockKey = 7_302_118_456

/**
 * Has tables that `owner` creates from now on grant `role` its rights at once. Otherwise the version that still runs could not write a table
 * that the triggers of a new one fill. Idempotent.
 */
export async function grantLaterTables(owner: pg.Pool, role: string): Promise<void> {
  await asOwner(owner, role, (name) => [
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${name}`,
    `alter default privileges in schema public grant select, usage, update on sequences to ${name}`,
  ])
}

/**
 * Grants `role` the rights to read and write rows of `owner`'s tables, but not to change tables, triggers or functions.
 * It can only insert into `audit_log` and only read the migrations. Idempotent.
 */
export async function grantRights(owner: pg.Pool, role: string): Promise<void> {
  await asOwner(owner, role, (name) => [
    `grant usage on schema public, pgboss to ${name}`,
    `grant select, insert, update, delete on all tables in schema public, pgboss to ${name}`,
    `grant select, usage, update on all sequences in schema public, pgboss to ${name}`,
    `revoke update, delete on audit_log from ${name}`,
    `revoke insert, update, delete on schema_migrations from ${name}`,
  ])
}

/** Runs statements about `role` in one transaction, unless it is the owner, who must not revoke its own rights. */
async function asOwner(owner: pg.Pool, role: string, statementsFor: (name: string) => string[]): Promise<void> {
  await transaction(owner, async (tx) => {
    // Concurrent processes would conflict on the same catalogue rows.
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    const { rows } = await tx.query<{ role: string }>('select current_user as role')
    if (rows[0]?.role === role) return
    for (const sql of statementsFor(pg.escapeIdentifier(role))) await tx.query(sql)
  })
}
