import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const TOUCH_MILLISECONDS = 5_000
const STALE_MILLISECONDS = 60_000
const POLL_MILLISECONDS = 200

/**
 * Runs `work` while no other start of this project installs or builds.
 * The lock lies beside `node_modules` and `build`, which both may be deleted whole; who was cut off loses it by its silence.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProjectLock(root, work) {
  const lock = join(root, '.starting.lock')
  let announced = false
  while (!take(lock)) {
    breakStale(lock)
    if (!announced) console.log('Waiting for another start of this project to finish installing or building …')
    announced = true
    await wait(POLL_MILLISECONDS)
  }
  const touch = setInterval(() => utimesSync(lock, new Date(), new Date()), TOUCH_MILLISECONDS)
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
function take(lock) {
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
    if (Date.now() - mtimeMs < STALE_MILLISECONDS && (holder === 0 || isAlive(holder))) return
    // Moved aside rather than deleted: what a quicker start put there meanwhile can be told apart and put back.
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
