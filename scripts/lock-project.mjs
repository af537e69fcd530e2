import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const touchIntervalMs = 5_000
const staleAfterMs = 60_000
const pollIntervalMs = 200

/**
 * Runs `work` while no other start of this project installs or builds.
 * The lock file is outside `node_modules` and `build`, because both may be deleted. A process that stops touching it loses it.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProjectLock(root, work) {
  const lock = join(root, '.starting.lock')
  let waitLogged = false
  while (!acquire(lock)) {
    breakStale(lock)
    if (!waitLogged) console.log('Waiting for another start of this project to finish installing or building …')
    waitLogged = true
    await wait(pollIntervalMs)
  }
  const touch = setInterval(() => utimesSync(lock, new Date(), new Date()), touchIntervalMs)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(touch)
    process.off('exit', release)
    release()
  }
}

/** @param {string} lock */
function acquire(lock) {
  try {
    const file = openSync(lock, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** @param {string} lock */
function breakStale(lock) {
  try {
    const { mtimeMs, ino } = statSync(lock)
    const holder = Number(readFileSync(lock, 'utf8'))
    if (Date.now() - mtimeMs < staleAfterMs && (holder === 0 || isAlive(holder))) return
    // Another start may have replaced the lock meanwhile. A renamed file can be compared and put back.
    const aside = `${lock}.${process.pid}`
    renameSync(lock, aside)
    if (statSync(aside).ino === ino) rmSync(aside)
    else renameSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
