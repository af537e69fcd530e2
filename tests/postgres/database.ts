import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { addressOf, TEMPLATE } from './address.ts'

/** A database of the test's own: a copy of the migrated template, or an empty one. `drop` cuts off whoever is connected. */
export async function createDatabase(options: { empty?: boolean } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await command(`CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : TEMPLATE} STRATEGY FILE_COPY`)
  return {
    url: addressOf(inject('clusterUrl'), name),
    drop: () => command(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/**
 * An empty database with two roles, neither of them a superuser: one owns it, the other may only connect. `url` is an
 * administrator's address.
 */
export async function createDatabaseOfTwoRoles() {
  const database = await createDatabase({ empty: true })
  const name = new URL(database.url).pathname.slice(1)
  const [owner, app] = [`owner_of_${name}`, `app_of_${name}`]
  await command(`CREATE ROLE ${owner} LOGIN; CREATE ROLE ${app} LOGIN; ALTER DATABASE ${name} OWNER TO ${owner}`)
  const as = (role: string) => Object.assign(new URL(database.url), { username: role }).href
  return {
    url: database.url,
    ownerUrl: as(owner),
    appUrl: as(app),
    async drop() {
      await database.drop()
      await command(`DROP ROLE ${owner}; DROP ROLE ${app}`)
    },
  }
}

async function command(sql: string): Promise<void> {
  const client = new pg.Client(addressOf(inject('clusterUrl'), 'postgres'))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
