import type pg from 'pg'

/** A transaction of the product becomes a savepoint of the one that is open. */
const savepoints = new Map([
  ['begin', 'savepoint verb'],
  ['commit', 'release savepoint verb'],
  ['rollback', 'rollback to savepoint verb'],
])

/**
 * Runs `work` with a pool of one connection that is in one transaction, so what the product's verbs do is stored as a whole or not at all. They run
 * one after the other.
 */
export async function inOneTransaction<T>(pool: pg.Pool, work: (db: pg.Pool) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // The prototype answers what is not written here.
  const inside: pg.PoolClient = Object.create(client)
  const query = (config: pg.QueryConfig | string, values?: unknown[]) => {
    const text = typeof config === 'string' ? config : config.text
    const savepoint = savepoints.get(text)
    if (savepoint === undefined) return client.query(config, values)
    return client.query(typeof config === 'string' ? savepoint : { ...config, name: savepoint, text: savepoint })
  }
  const db: pg.Pool = Object.create(pool)
  Object.assign(inside, { query, release: () => undefined })
  Object.assign(db, { query, connect: async () => inside })
  await client.query('begin')
  try {
    const result = await work(db)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // PostgreSQL rolls back when the connection ends.
    client.release(true)
    throw error
  }
}
