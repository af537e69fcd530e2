import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LaunchError } from './launch-error.ts'

export type Account = { uid: number; gid: number }

const systemAccounts = ['postgres', '_postgres', 'nobody']

/**
 * Returns the account that PostgreSQL runs as, null for this process's own. PostgreSQL refuses root; an existing cluster
 * stays with its owner.
 */
export function chooseAccount(clusterDir: string): Account | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of systemAccounts) {
    const uid = askId('-u', name)
    const gid = askId('-g', name)
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new LaunchError(
    'PostgreSQL does not run as root and this machine has neither a "postgres" nor a "nobody" account: start as an ordinary user, or set DATABASE_URL.',
  )
}

function askId(which: '-u' | '-g', name: string): number | null {
  try {
    const id = Number(execFileSync('id', [which, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
    // spawn() takes a signed 32-bit id; on macOS the id of "nobody" is larger.
    return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null
  } catch {
    return null
  }
}

/** Whether the account has execute permission on every folder of `path`. Access control lists are not read. */
export function canReach(path: string, account: Account | null): boolean {
  if (account === null) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Changes the owner of a folder and its contents. */
export function changeOwner(folder: string, account: Account): void {
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder], { stdio: 'pipe' })
}
