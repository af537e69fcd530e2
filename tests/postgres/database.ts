import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { addressOf, templateName } from './address.ts'

declare module 'pg' {
  interface Client {
    /** Lets the process end while this connection is open. The driver's types lack it. */
    unref(): void
  }
}

/** Creates a database for one test: a copy of the migrated template, or an empty one. `drop` ends all of its connections. */
export async function createDatabase(options: { empty?: boolean } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await command(`create database ${name} template ${options.empty ? 'template0' : templateName} strategy file_copy`)
  return {
    url: addressOf(inject('clusterUrl'), name),
    drop: () => drop(name),
  }
}

/**
 * Creates an empty database with two roles that are no superusers: one owns it, the other may only connect.
 * `url` connects as a superuser.
 */
export async function createDatabaseOfTwoRoles() {
  const database = await createDatabase({ empty: true })
  const name = new URL(database.url).pathname.slice(1)
  const [owner, app] = [`owner_of_${name}`, `app_of_${name}`]
  await command(`create role ${owner} login; create role ${app} login; alter database ${name} owner to ${owner}`)
  const as = (role: string) => Object.assign(new URL(database.url), { username: role }).href
  return {
    url: database.url,
    ownerUrl: as(owner),
    appUrl: as(app),
    async drop() {
      await database.drop()
      await command(`drop role ${owner}; drop role ${app}`)
    },
  }
}

/** How often the server is asked whether closed connections have ended, and the pause between two queries. */
const closing = { attempts: 200, pauseMs: 5 }

/** Waits until clients have closed, because a client throws when its connection is terminated while it closes. */
async function drop(name: string): Promise<void> {
  for (let attempt = 0; attempt < closing.attempts && (await isConnected(name)); attempt += 1) await wait(closing.pauseMs)
  await command(`drop database ${name} with (force)`)
}

async function isConnected(name: string): Promise<boolean> {
  const { rowCount } = await command(`select 1 from pg_stat_activity where datname = '${name}' limit 1`)
  return rowCount !== 0
}

let admin: Promise<pg.Client> | undefined

/** Uses one connection per worker, because opening one costs as much as a command. */
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
  // An open connection must not keep the worker alive.
  client.unref()
  return client
}
