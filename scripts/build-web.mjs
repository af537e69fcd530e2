import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.mjs'
import { runQuietly } from './run-process.mjs'

/** What the pages, mails and documents are built from; of `server/` only its templates. */
const SOURCES = [
  'ui',
  'web',
  'console',
  'contract',
  'public',
  'server',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.mail.config.ts',
  'react-router.config.ts',
]
const STAMP = '.complete'

/**
 * Whether `build/` is complete and was made from the present sources.
 * @param {string} root
 */
export function isBuilt(root) {
  const stamp = join(root, 'build', STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root)
}

/**
 * Whether the packages that build are installed, which a deployment does without.
 * @param {string} root
 */
export function canBuild(root) {
  return existsSync(join(root, 'node_modules', 'vite', 'bin', 'vite.js'))
}

/**
 * Builds the pages and the mails. The stamp is taken away first and put there last, so a build that was cut off is made again.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildWeb(root, node, env) {
  console.log('Building the pages …')
  const hash = hashSources(root)
  rmSync(join(root, 'build', STAMP), { force: true })
  const run = async (/** @type {string[]} */ command) => {
    const { code, output } = await runQuietly(node, command, { cwd: root, env: { ...env, NODE_ENV: 'production' } })
    if (code !== 0) throw new Error(`${output.trim()}\n\nThe pages could not be built: the reason stands above.`)
  }
  await run([join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'])
  await run([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '-c', 'vite.mail.config.ts'])
  compressAssets(join(root, 'build', 'client'))
  writeFileSync(join(root, 'build', STAMP), hash)
}

/** @param {string} root */
function hashSources(root) {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => listFiles(root, source))) {
    if (file.startsWith('server/') && !/^server\/(mail|documents)\//.test(file) && !file.endsWith('.tsx')) continue
    if (/\.test\.tsx?$/.test(file)) continue
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => listFiles(root, `${path}/${name}`))
}
