import { runQuietly } from './run-process.mjs'

/**
 * Runs a check and prints whether it passed. Returns the first line of its failure.
 * @param {string} name
 * @param {() => Promise<void>} check
 * @returns {Promise<string | undefined>}
 */
export async function runCheck(name, check) {
  const begin = performance.now()
  try {
    await check()
    console.log(`✓ ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`✗ ${name}\n${message}\n`)
    return `${name}: ${message.split('\n')[0]}`
  }
}

/**
 * Runs a Node program of this project.
 * @param {string} root
 * @param {string[]} command
 * @throws Error with its output when it fails
 */
export async function runChecker(root, ...command) {
  const { code, output } = await runQuietly(process.execPath, command, { cwd: root, env: process.env })
  if (code !== 0) throw new Error(output.trim() || `ended with code ${code}`)
}
