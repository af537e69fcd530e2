import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
 * Builds pages, console and mails beside the ones that are served, and puts them in their place at once. A build that fails or is
 * interrupted changes nothing.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildWeb(root, node, env) {
  console.log('Building the pages …')
  const hash = hashSources(root)
  const draftName = '.cache/build'
  const draft = join(root, draftName)
  rmSync(draft, { recursive: true, force: true })
  const run = async (/** @type {string[]} */ command) => {
    const { code, output } = await runQuietly(node, command, {
      cwd: root,
      env: { ...env, NODE_ENV: 'production', BUILD_DIR: draftName },
    })
    if (code !== 0) throw new Error(`${output.trim()}\n\nThe pages could not be built: the reason stands above.`)
  }
  // Beside the pages, whose build uses one processor for much of its time. A demo starts without it too, but later.
  const cluster = runQuietly(node, [join(root, 'scripts', 'build-cluster.ts')], { cwd: root, env })
  await run([join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'])
  for (const config of ['vite.console.config.ts', 'vite.mail.config.ts']) {
    await run([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '-c', config])
  }
  await cluster
  for (const folder of ['client', 'console/assets']) compressAssets(join(draft, folder))
  keepFormerAssets(join(root, 'build'), draft)
  writeFileSync(join(draft, stampFile), hash)
  switchTo(draft, join(root, 'build'))
}

/** Folders of files that browsers load by their names. A name has a hash of the content. */
const assetFolders = ['client/assets', 'console/assets']
const ownAssetsFile = '.assets.json'

/**
 * A page that a browser has open, and a server that still runs, load files of the version before. They are kept until the next build.
 * @param {string} former
 * @param {string} draft
 */
export function keepFormerAssets(former, draft) {
  /** @param {string} build @returns {string[]} */
  const list = (build) =>
    assetFolders.flatMap((folder) =>
      existsSync(join(build, folder)) ? readdirSync(join(build, folder)).map((file) => `${folder}/${file}`) : [],
    )
  const own = list(draft)
  const record = join(former, ownAssetsFile)
  /** @type {string[]} */
  const before = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : list(former)
  for (const file of before) {
    if (existsSync(join(former, file)) && !existsSync(join(draft, file))) cpSync(join(former, file), join(draft, file))
  }
  writeFileSync(join(draft, ownAssetsFile), JSON.stringify(own))
}

/**
 * @param {string} draft
 * @param {string} build
 */
function switchTo(draft, build) {
  const former = `${draft}.former`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(build)) renameSync(build, former)
  renameSync(draft, build)
  rmSync(former, { recursive: true, force: true })
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
