import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Account } from './choose-account.ts'
import { canReach, chooseAccount } from './choose-account.ts'
import { LaunchError } from './launch-error.ts'

/** A folder that any account can enter, for files that cannot stay under `DATA_DIR`. */
export const outsideFolder = '/var/lib/karyashala'

export type ClusterLocation = { home: string; cluster: string; account: Account | null }

/**
 * Returns the location of the cluster: `dataDir`, or a folder under /var/lib when PostgreSQL's account cannot enter it. That
 * folder is recorded in `dataDir/location`.
 */
export function placeCluster(dataDir: string): ClusterLocation {
  createFolder(dataDir)
  const recorded = readLocation(dataDir)
  if (recorded !== null) return enter(recorded)

  const here = enter(dataDir)
  if (canReach(dataDir, here.account)) return here
  if (existsSync(here.cluster)) {
    throw new LaunchError(
      `The account that owns ${here.cluster} may not walk into that folder: start as the user who created it, or let others pass with chmod o+x on the folders above.`,
    )
  }
  return enter(moveOutside(dataDir))
}

function enter(home: string): ClusterLocation {
  const cluster = join(home, 'cluster')
  return { home, cluster, account: chooseAccount(cluster) }
}

function readLocation(dataDir: string): string | null {
  const record = join(dataDir, 'location')
  if (!existsSync(record)) return null
  const home = readFileSync(record, 'utf8').trim()
  if (existsSync(home)) return home
  throw new LaunchError(
    `The database of ${dataDir} is in the folder ${home}, which is missing. Restore that folder, or delete ${record} to begin with an empty database.`,
  )
}

function moveOutside(dataDir: string): string {
  createFolder(outsideFolder)
  const home = mkdtempSync(join(outsideFolder, 'cluster-'))
  chmodSync(home, 0o711)
  try {
    writeFileSync(join(dataDir, 'location'), `${home}\n`, { flag: 'wx' })
    return home
  } catch (error) {
    // A concurrent start has recorded its folder first.
    rmSync(home, { recursive: true })
    const recorded = readLocation(dataDir)
    if (recorded === null) throw error
    return recorded
  }
}

/** Creates a folder that others can enter but not list, whatever the umask. */
export function createFolder(folder: string): void {
  try {
    const first = mkdirSync(folder, { recursive: true })
    if (first === undefined) return
    for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o711)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new LaunchError(`The folder ${folder} cannot be created: set DATA_DIR to a folder that can be written (${reason}).`, {
      cause: error,
    })
  }
}
