import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const requiredMajor = 24

/**
 * Returns the path of the Node package, else of the running Node.
 * @throws Error when both are missing or too old
 * @param {string} root
 * @returns {string}
 */
export function findNode(root) {
  const packaged = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  // The package's binary may not run on a system with another C library.
  if (
    existsSync(packaged) &&
    isNewEnough(spawnSync(packaged, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout)
  )
    return packaged
  if (isNewEnough(process.version)) return process.execPath
  throw new Error(
    `Node ${requiredMajor} or newer is needed and this is ${process.version}: install it from nodejs.org, then start again.`,
  )
}

/** @param {string | null} version */
function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version ?? '')?.[1] ?? 0) >= requiredMajor
}
