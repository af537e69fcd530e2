import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chmodSync } from 'node:fs'
import { launchPostgres } from '#postgres/launch.ts'
import { importDatabase } from '#server/platform/db/import.ts'
import { checkSet } from './check-set.ts'
import { compareFacts, readFacts } from './facts.ts'
import { openClient } from './find-cluster.ts'
import { type BackupSet, type Facts, keysFile } from './manifest.ts'
import { isClusterSet, restoreCluster } from './restore-cluster.ts'
import { unseal } from './seal.ts'

/** An import stores that it took place. */
const writtenByImport = { restores: 1, audit_log: 1 }

/**
 * Restores a set into a cluster of its own, which is thrown away, and compares every checksum, the rows of every table and every sum of money.
 * @param passphrase opens the keys; undefined leaves them closed
 * @throws Error with what differs
 */
export async function verifySet(
  set: BackupSet,
  { passphrase, signal }: { passphrase: string | undefined; signal?: AbortSignal },
): Promise<{ tables: number; rows: number }> {
  await requireRoom(set)
  await checkSet(set, signal)
  if (passphrase !== undefined) await unseal(await readFile(join(set.folder, keysFile)), passphrase)
  const found = await restoreForAWhile(set, readFactsOf, signal)
  const differences = compareFacts(set.manifest, found, isClusterSet(set) ? {} : writtenByImport)
  if (differences.length > 0) throw new Error(`The restored set differs: ${differences.slice(0, 5).join('; ')}.`)
  const counts = Object.values(found.rows)
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) }
}

/**
 * Restores the database of a set into a cluster of its own, which is thrown away after the work.
 * @param work gets the address of the restored database
 */
export async function restoreForAWhile<T>(
  set: BackupSet,
  work: (connectionString: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await requireRoom(set)
  const scratch = await mkdtemp(join(tmpdir(), 'karyashala-verify-'))
  // PostgreSQL may run as another account.
  chmodSync(scratch, 0o711)
  try {
    return await restore(set, join(scratch, 'postgres'), work, signal)
  } finally {
    const elsewhere = await readFile(join(scratch, 'postgres', 'location'), 'utf8').catch(() => undefined)
    if (elsewhere !== undefined) await rm(elsewhere.trim(), { recursive: true, force: true })
    await rm(scratch, { recursive: true, force: true })
  }
}

async function requireRoom({ manifest }: BackupSet): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize < manifest.parts.database.bytes + manifest.parts.wal.bytes)
    throw new Error(`${tmpdir()} has no room for a copy of the database: set TMPDIR to a folder on a larger disk.`)
}

async function restore<T>(
  set: BackupSet,
  home: string,
  work: (connectionString: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (isClusterSet(set)) await restoreCluster(set, { home, fsync: false })
  signal?.throwIfAborted()
  const postgres = await launchPostgres({ dataDir: home, fsync: false })
  try {
    const { database } = set.manifest
    if (database.kind === 'snapshot') await importDatabase(postgres.connectionString, join(set.folder, database.file))
    return await work(postgres.connectionString)
  } finally {
    await postgres.stop()
  }
}

async function readFactsOf(connectionString: string): Promise<Facts> {
  const client = await openClient(connectionString)
  try {
    return await readFacts(client)
  } finally {
    await client.end()
  }
}
