import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './choose-account.ts'
import { changeOwner } from './choose-account.ts'
import { LaunchError } from './launch-error.ts'
import type { ClusterLocation } from './place-cluster.ts'
import { moveUnlessExists } from './prepare-binaries.ts'
import { isAlive } from './share-cluster.ts'

export const role = 'karyashala'

/**
 * Creates the cluster if it is missing. A complete draft is renamed, so that an interrupted start leaves no partial cluster.
 * @param template folder of a stopped cluster that is copied, when it can be read
 */
export async function initialiseCluster(
  { home, cluster, account }: ClusterLocation,
  binaries: string,
  { fsync, template }: { fsync: boolean; template: string | undefined },
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
  try {
    const isCopied =
      template !== undefined &&
      existsSync(join(template, 'PG_VERSION')) &&
      (await copyCluster(template, draft, { account, fsync }))
    if (!isCopied) await runInitdb(draft, binaries, { home, account, fsync })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const firstLine = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(0) : String(error)
    throw new LaunchError(`A database cannot be created in ${home}: ${firstLine || String(error)}`, { cause: error })
  }
  moveUnlessExists(draft, cluster)
}

async function runInitdb(
  draft: string,
  binaries: string,
  { home, account, fsync }: { home: string; account: Account | null; fsync: boolean },
): Promise<void> {
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
  // One call instead of one for each of some thousand files.
  else if (process.platform === 'linux') options.push('--sync-method=syncfs')
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  await promisify(execFile)(join(binaries, 'bin', 'initdb'), ['-D', draft, ...options], { ...account, cwd: home, env })
}

/** Returns false, and leaves the draft empty, when the template can't be copied. */
async function copyCluster(
  template: string,
  draft: string,
  { account, fsync }: { account: Account | null; fsync: boolean },
): Promise<boolean> {
  try {
    // Node needs five times as long for some thousand files.
    await promisify(execFile)('cp', ['-R', `${template}/.`, draft])
    if (account !== null) changeOwner(draft, account)
    // Each file of `draft` is on the disk before a server trusts it.
    if (fsync) await promisify(execFile)('sync', process.platform === 'linux' ? ['-f', draft] : [])
    return true
  } catch {
    for (const name of readdirSync(draft)) rmSync(join(draft, name), { recursive: true, force: true })
    return false
  }
}

function removeLeftDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = /^cluster\.(\d+)\./.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(home, name), { recursive: true, force: true })
  }
}
