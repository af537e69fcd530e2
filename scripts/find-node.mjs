import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NEEDED = 24

/**
 * The Node that runs the product: the installed package's, else the one running now when it is new enough.
 * @param {string} root
 * @returns {string}
 */
export function findNode(root) {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  // It may not run here, for example on a system with another C library.
  if (
    existsSync(own) &&
    isNewEnough(spawnSync(own, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout)
  )
    return own
  if (isNewEnough(process.version)) return process.execPath
  throw new Error(
    `Node ${NEEDED} or newer is needed and this is ${process.version}: install it from nodejs.org, then start again.`,
  )
}

/** @param {string | null} version */
function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version ?? '')?.[1] ?? 0) >= NEEDED
}
