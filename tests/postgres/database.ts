import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { addressOf, TEMPLATE } from './address.ts'

declare module 'pg' {
  interface Client {
    /** Lets the process end while this connection is open; the driver has it, its types do not know it. */
    unref(): void
  }
}

/** A database of the test's own: a copy of the migrated template, or an empty one. `drop` cuts off whoever is connected. */
export async function createDatabase(options: { empty?: boolean } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await command(`CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : TEMPLATE} STRATEGY FILE_COPY`)
  return {
    url: addressOf(inject('clusterUrl'), name),
    drop: () => drop(name),
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

/** Longest wait for connections that have been closed on this side: looks, and milliseconds between them. */
const closing = { looks: 200, pause: 5 }

/** A client learns that it was cut off also while it closes, and throws when nobody listens: it gets the time to close. */
async function drop(name: string): Promise<void> {
  for (let look = 0; look < closing.looks && (await isConnected(name)); look += 1) await wait(closing.pause)
  await command(`DROP DATABASE ${name} WITH (FORCE)`)
}

async function isConnected(name: string): Promise<boolean> {
  const { rowCount } = await command(`SELECT 1 FROM pg_stat_activity WHERE datname = '${name}' LIMIT 1`)
  return rowCount !== 0
}

let admin: Promise<pg.Client> | undefined

/** One connection a worker: opening one for each command cost as much as the command. */
async function command(sql: string): Promise<pg.QueryResult> {
  admin ??= connectAdmin()
  return (await admin).query(sql)
}

async function connectAdmin(): Promise<pg.Client> {
  const client = new pg.Client(addressOf(inject('clusterUrl'), 'postgres'))
  client.on('error', () => {
    admin = undefined
  })
  await client.connect()
  // A worker that has nothing else to do may end.
  client.unref()
  return client
}
