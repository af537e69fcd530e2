import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const preloadPath = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url))
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a Node program in this terminal, forwards signals and returns its exit code. The program ends when this process dies.
 * @param {string} node
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function runNode(node, args, options) {
  const env = { ...options.env, END_WITH_PARENT: 'SIGTERM' }
  const child = spawn(node, ['--import', preloadPath, ...args], {
    ...options,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward)
  })
}

/** Sends SIGTERM to this process when npm has ended without forwarding a signal. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parents = readParents()
  setInterval(() => readParents() !== parents && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/** Returns the ids of parent and grandparent. npm's shell forwards no signal, so npm's death shows only in the shell's parent. */
function readParents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}

/**
 * Runs a program without printing and returns its output. A Node program ends when this process dies.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { isNode?: boolean }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, { isNode = true, ...options }) {
  // SIGKILL, because npm answers other signals by undoing its work, which would disturb the next start.
  const env = { ...(options.env ?? process.env), END_WITH_PARENT: 'SIGKILL' }
  const child = isNode
    ? spawn(command, ['--import', preloadPath, ...args], { ...options, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    : spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {Buffer[]} */
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const kill = () => child.kill('SIGKILL')
  // `process.exit` runs the exit handlers, which kill the child and release locks.
  const leave = (/** @type {NodeJS.Signals} */ signal) => process.exit(128 + constants.signals[signal])
  process.once('exit', kill)
  for (const signal of signals) process.on(signal, leave)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  }).finally(() => {
    process.off('exit', kill)
    for (const signal of signals) process.off(signal, leave)
  })
}
