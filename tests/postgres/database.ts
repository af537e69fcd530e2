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
