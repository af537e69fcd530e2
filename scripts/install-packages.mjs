import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run-process.mjs'

/** @typedef {{ production: boolean }} Options `production` leaves out development packages. */

/**
 * Returns whether `node_modules` matches the lock file on this machine. Production doesn't need development packages.
 * @param {string} root
 * @param {Options} options
 */
export function isInstalled(root, { production }) {
  const stamp = join(root, 'node_modules', '.installed')
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const wanted = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  if (matchesLock(root, { production: false })) writeStamp(root)
  else if (!production || !matchesLock(root, { production })) return false
  return true
}

/**
 * @param {string} root
 * @param {Options} options
 */
export async function installPackages(root, { production }) {
  console.log('Installing packages …')
  // Settings of the outer npm call, such as `--prefix`, must not apply to this installation.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(prefix|local_prefix|global|omit|include|workspace)/i.test(name),
    ),
  )
  const args = [
    'ci',
    production ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--loglevel=error',
    '--no-progress',
  ]
  const npm = process.env.npm_execpath
  const { code, output } = npm?.endsWith('.js')
    ? await runQuietly(process.execPath, [npm, ...args], { cwd: root, env })
    : await runQuietly('npm', args, { cwd: root, env, isNode: false })
  if (code !== 0)
    throw new Error(`${output.trim()}\n\nThe packages could not be installed: check the network and the disk, then start again.`)
  if (!production) writeStamp(root)
}

/** @param {string} root */
function writeStamp(root) {
  try {
    writeFileSync(join(root, 'node_modules', '.installed'), fingerprint(root))
  } catch {
    // The folder belongs to another user. The next start compares it again.
  }
}

/** @param {string} root */
function fingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`
}

/**
 * Compares the lock file with npm's list of installed packages, which npm writes last. So a manual installation counts too.
 * @param {string} root
 * @param {Options} options
 */
function matchesLock(root, { production }) {
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { packages: present } = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
  return Object.entries(wanted).every(([path, { version, integrity, dev, devOptional, optional, os, cpu, libc }]) => {
    if (path === '') return true
    const found = present[path]
    if (!found && production && (dev || devOptional)) return true
    if (found) return found.version === version && found.integrity === integrity
    const fits = (/** @type {string[] | undefined} */ list, /** @type {string} */ current) =>
      list === undefined || list.includes(current)
    return (
      Boolean(optional) && (libc !== undefined || os === undefined || !fits(os, process.platform) || !fits(cpu, process.arch))
    )
  })
}
