import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { canReach } from './choose-account.ts'
import { readPostmaster } from './find-postmaster.ts'
import { role } from './initialise-cluster.ts'
import type { ClusterLocation } from './place-cluster.ts'

const defaultDatabase = 'karyashala'
/** `sun_path` holds 108 bytes on Linux and 104 on macOS, including the terminator. */
const maxPathBytes = 103
const duplicateDatabase = '42P04'

/** Returns a private socket folder with a short path: in the cluster's home if it fits, else a temporary one. */
export function openSocketDir({ home, cluster, account }: ClusterLocation): string {
  const near = join(home, 'run')
  const fits = Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= maxPathBytes
  const earlier = readPostmaster(cluster)?.socketDir
  const temporary = canReach(tmpdir(), account) ? tmpdir() : '/tmp'
  const folder = fits ? near : earlier && existsSync(earlier) ? earlier : mkdtempSync(join(temporary, 'karyashala-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (account !== null) chownSync(folder, account.uid, account.gid)
  return folder
}

/** Returns a URL for `pg` and libpq. Its host parameter overrides the host name. */
export function addressOf(socketDir: string, database = defaultDatabase): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

/** Returns why no server answers on the socket, undefined when one does. */
export async function findRefusal(socketDir: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: addressOf(socketDir, 'postgres'), connectionTimeoutMillis: 5000, ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the product's database if it is missing. */
export async function createDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(socketDir, 'postgres'), ssl: false })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [defaultDatabase])
    if (rowCount === 0) await client.query(`create database ${defaultDatabase}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || (error.code !== duplicateDatabase && error.code !== '23505')) throw error
  } finally {
    await client.end()
  }
}
