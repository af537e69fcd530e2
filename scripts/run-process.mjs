import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const END_WITH_PARENT = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url))
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a Node program in this terminal, passes signals on and answers its exit code.
 * It ends when this process is cut off.
 * @param {string} node
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function runNode(node, args, options) {
  const env = { ...options.env, END_WITH_PARENT: 'SIGTERM' }
  const child = spawn(node, ['--import', END_WITH_PARENT, ...args], {
    ...options,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, pass)
  })
}

/** Ends this process, by a signal that its handlers see, when npm ended without passing one on. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const lineage = readLineage()
  setInterval(() => readLineage() !== lineage && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/** Our parent and its own: npm passes no signal through its shell, and its death shows only in whose child the shell then is. */
function readLineage() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}

/**
 * Runs a program in silence; its output comes with the answer. A Node program ends when this process is cut off.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { isNode?: boolean }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, { isNode = true, ...options }) {
  // Killed rather than asked: npm answers other signals by undoing all it did, long after a next start began anew.
  const env = { ...(options.env ?? process.env), END_WITH_PARENT: 'SIGKILL' }
  const child = isNode
    ? spawn(command, ['--import', END_WITH_PARENT, ...args], { ...options, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    : spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {Buffer[]} */
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const end = () => child.kill('SIGKILL')
  // Leaving by way of `exit` runs what cleans up: this and the release of locks.
  const leave = (/** @type {NodeJS.Signals} */ signal) => process.exit(128 + constants.signals[signal])
  process.once('exit', end)
  for (const signal of SIGNALS) process.on(signal, leave)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  }).finally(() => {
    process.off('exit', end)
    for (const signal of SIGNALS) process.off(signal, leave)
  })
}
