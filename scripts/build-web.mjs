import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.mjs'
import { runQuietly } from './run-process.mjs'

/** Sources of pages, console, mails and documents. */
const sources = [
  'ui',
  'web',
  'console',
  'contract',
  'public',
  'server',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.chunk-groups.ts',
  'vite.contract-literals.ts',
  'vite.fetch-chunks.ts',
  'vite.icon-imports.ts',
  'vite.inline-scripts.ts',
  'vite.console.config.ts',
  'vite.mail.config.ts',
  'react-router.config.ts',
]
const stampFile = '.complete'

/**
 * Returns whether `build/` is complete and matches the current sources.
 * @param {string} root
 */
export function isBuilt(root) {
  const stamp = join(root, 'build', stampFile)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root)
}

/**
 * Returns whether the packages for building are installed. A deployment lacks them.
 * @param {string} root
 */
export function canBuild(root) {
  return existsSync(join(root, 'node_modules', 'vite', 'bin', 'vite.js'))
}

/**
 * Builds pages, console and mails. The stamp file is removed first and written last, so an interrupted build is repeated.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildWeb(root, node, env) {
  console.log('Building the pages …')
  const hash = hashSources(root)
  rmSync(join(root, 'build', stampFile), { force: true })
  const run = async (/** @type {string[]} */ command) => {
    const { code, output } = await runQuietly(node, command, { cwd: root, env: { ...env, NODE_ENV: 'production' } })
    if (code !== 0) throw new Error(`${output.trim()}\n\nThe pages could not be built: the reason stands above.`)
  }
  // Beside the pages, whose build uses one processor for much of its time. A demo starts without it too, but later.
  const cluster = runQuietly(node, [join(root, 'scripts', 'build-cluster.ts')], { cwd: root, env })
  await run([join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'])
  for (const config of ['vite.console.config.ts', 'vite.mail.config.ts']) {
    await run([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '-c', config])
  }
  await cluster
  compressAssets(join(root, 'build', 'client'))
  compressAssets(join(root, 'build', 'console', 'assets'))
  writeFileSync(join(root, 'build', stampFile), hash)
}

/** What of the server is part of the build: the templates of mails and documents with the modules that they import. */
const templates = /^server\/(?:messaging\/mail|platform\/(?:documents|fonts|settings|text))\//

/**
 * Returns whether a file may be part of the build.
 * @param {string} file
 */
export function isSource(file) {
  if (/\.test\.tsx?$/.test(file)) return false
  return !file.startsWith('server/') || templates.test(file) || file.endsWith('.tsx')
}

/** @param {string} root */
function hashSources(root) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => listFiles(root, source))) {
    if (!isSource(file)) continue
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
