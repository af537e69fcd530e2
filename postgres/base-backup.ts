import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Folders whose files a copy leaves out, because a start makes them anew (source: pg_basebackup's list). */
const leftEmpty = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|.*\.tmp)$/
const leftOutAnywhere = /^(?:pgsql_tmp.*|pg_internal\.init.*)$/
const copiesAtOnce = 8
const controlFile = 'global/pg_control'

/** Folders of a cluster that may be empty. A copy by a tool that knows files alone lacks them. */
export const emptyFolders = [
  ...leftEmpty,
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_commit_ts',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_stat',
  'pg_tblspc',
  'pg_twophase',
  'pg_xact',
]

export interface BaseBackup {
  /** The content of `backup_label`, without which a copy is a damaged cluster. */
  label: string
  /** The first segment of the write-ahead log that the copy needs. */
  firstSegment: string
}

/**
 * Lists the files of a running cluster between the server's start and end of a backup, for `copy` to copy each. A file may be gone by
 * then, and may change meanwhile: the write-ahead log repairs that.
 * @param client of a superuser, whose connection stays open; it holds the log that the copy needs until it ends
 */
export async function backUpCluster(
  client: pg.Client,
  cluster: string,
  label: string,
  copy: (path: string) => Promise<void>,
): Promise<BaseBackup> {
  // A temporary slot, so that no segment is removed before it is copied. It ends with the connection.
  await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`backup_${process.pid}`])
  const { rows: started } = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_backup_start($1, fast => true)) as segment',
    [label],
  )
  // The control file comes last, as it must not be newer than what it describes.
  const paths = listFiles(cluster)
  const copyNext = async () => {
    for await (const path of paths) if (path !== controlFile) await copy(path)
  }
  // Most files are small, so that a disk is asked for several at once.
  await Promise.all(Array.from({ length: copiesAtOnce }, copyNext))
  await copy(controlFile)
  const { rows: ended } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  const [start, end] = [started[0], ended[0]]
  if (!start || !end) throw new Error('PostgreSQL gave no answer about its backup')
  return { label: end.labelfile, firstSegment: start.segment }
}

async function* listFiles(cluster: string, below = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(join(cluster, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (leftOutAnywhere.test(entry.name) || (below === '' && leftOut.test(entry.name))) continue
    if (entry.isDirectory()) {
      if (!leftEmpty.has(path)) yield* listFiles(cluster, path)
    } else if (entry.isFile()) yield path
  }
}
