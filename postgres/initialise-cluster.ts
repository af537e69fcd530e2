import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { changeOwner } from './choose-account.ts'
import { LaunchError } from './launch-error.ts'
import type { ClusterLocation } from './place-cluster.ts'
import { moveUnlessExists } from './prepare-binaries.ts'
import { isAlive } from './share-cluster.ts'

export const role = 'karyashala'

/** Creates the cluster if it is missing. A complete draft is renamed, so that an interrupted start leaves no partial cluster. */
export async function initialiseCluster(
  { home, cluster, account }: ClusterLocation,
  binaries: string,
  fsync: boolean,
): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    // After a copy or restore by root: PostgreSQL requires its own account and a private folder.
    if (account !== null && statSync(cluster).uid === 0) changeOwner(cluster, account)
    chmodSync(cluster, 0o700)
    return
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new LaunchError(
      `${cluster} is no PostgreSQL database (PG_VERSION is missing): move that folder away to begin with an empty one, or restore it from a backup.`,
    )
  }

  removeLeftDrafts(home)
  const draft = join(home, `cluster.${process.pid}.${crypto.randomUUID()}`)
  mkdirSync(draft, { mode: 0o700 })
  if (account !== null) chownSync(draft, account.uid, account.gid)
  const options = [
    '-U',
    role,
    '--auth-local=trust',
    '--auth-host=reject',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  if (!fsync) options.push('--no-sync')
  try {
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), ['-D', draft, ...options], { ...account, cwd: home, env })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const firstLine = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(0) : String(error)
    throw new LaunchError(`A database cannot be created in ${home}: ${firstLine || String(error)}`, { cause: error })
  }
  moveUnlessExists(draft, cluster)
}

function removeLeftDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = /^cluster\.(\d+)\./.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(home, name), { recursive: true, force: true })
  }
}
