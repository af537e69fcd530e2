// This file is plain JavaScript for Node 20 and newer, because it runs before packages are installed.
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb, canBuild, isBuilt } from './build-web.mjs'
import { findNode } from './find-node.mjs'
import { installPackages, isInstalled } from './install-packages.mjs'
import { withProjectLock } from './lock-project.mjs'
import { endWithNpm, runNode } from './run-process.mjs'

// A line that can't be written must not end a command that keeps a site alive. The same stands in dev/ignore-lost-lines.mjs, because
// this file imports its own folder alone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Of processes that serve. Node lets the space of young objects grow to 64 MB, most of which stays empty; 16 MB are not slower. Beside a
 * limit of 4 GB the heap may grow fourfold before old objects are collected, beside 1 GB by half. Under Linux (glibc), buffers from 32 KB on
 * are returned to the system and threads share two arenas; otherwise the holes between buffers grow to 50 MB.
 */
const serving = {
  NODE_ENV: 'production',
  NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=1024',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
}

/**
 * `build`: builds when sources changed. `production`: installs no development packages, and needs a finished build without them.
 * @type {Record<string, { run?: string[], build?: boolean, production?: boolean, env?: Record<string, string> }>}
 */
const commands = {
  start: { run: ['dev/start.ts'], build: true, env: serving },
  build: { build: true },
  serve: { run: ['scripts/serve.ts'], build: true, production: true, env: { ...serving, APP_ENV: 'production' } },
  // The build provides the mail templates. Vite serves the pages from their sources.
  dev: { run: ['dev/start.ts'], build: true, env: { NODE_ENV: 'development' } },
  // The test script builds in parallel with the type check.
  test: { run: ['scripts/test.mjs'] },
  'test:long': { run: ['scripts/test.mjs', '--long'], build: true },
  // Of the changed files: npm run check, or npm run check -- main
  check: { run: ['scripts/check.mjs'] },
  lint: { run: ['scripts/lint.mjs'] },
  format: { run: ['node_modules/@biomejs/biome/bin/biome', 'format', '--write'] },
  'format:check': { run: ['node_modules/@biomejs/biome/bin/biome', 'format'] },
  typecheck: { run: ['scripts/typecheck.mjs'] },
  // One file or folder: npm run test:unit -- server/catalog. The tests build what they use.
  'test:unit': { run: ['scripts/test-unit.ts'] },
  screenshots: { run: ['scripts/screenshots.mjs'], build: true },
  bench: { run: ['bench/run.ts'], build: true, env: serving },
  payments: { run: ['scripts/payments.ts'], production: true },
  certificates: { run: ['scripts/certificates.ts'], production: true },
  staff: { run: ['scripts/staff.ts'], production: true },
  'import:demo': { run: ['scripts/import-demo.ts'], production: true },
  health: { run: ['scripts/health.ts'], production: true },
  'upgrade:check': { run: ['scripts/upgrade-check.ts'], production: true },
  maintenance: { run: ['scripts/maintenance.ts'], production: true },
  'upgrade:rolling': { run: ['scripts/upgrade-rolling.ts'], production: true },
  backup: { run: ['scripts/backup.ts', 'backup'], production: true },
  restore: { run: ['scripts/backup.ts', 'restore'], production: true },
  'backup:verify': { run: ['scripts/backup.ts', 'verify'], production: true },
  'school:export': { run: ['scripts/school-export.ts'], production: true, env: serving },
  'school:import': { run: ['scripts/school-import.ts'], production: true },
  'db:export': { run: ['scripts/transfer-database.ts', 'export'], production: true },
  'db:import': { run: ['scripts/transfer-database.ts', 'import'], production: true },
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(`Unknown command ${JSON.stringify(name)}: one of ${Object.keys(commands).join(', ')}`)

  const production = command.production ?? false
  if (!isInstalled(root, { production })) {
    await withProjectLock(root, async () => isInstalled(root, { production }) || installPackages(root, { production }))
  }
  const node = findNode(root)
  const env = {
    // A process that finds its modules compiled starts in two thirds of the time.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...process.env,
    // A command that takes a path resolves it against this folder. npm passes it in INIT_CWD.
    CALLER_FOLDER: resolve((process.env.npm_lifecycle_event && process.env.INIT_CWD) || '.'),
    ...command.env,
    ...(command.env?.NODE_OPTIONS && process.env.NODE_OPTIONS
      ? { NODE_OPTIONS: `${command.env.NODE_OPTIONS} ${process.env.NODE_OPTIONS}` }
      : {}),
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  }
  if (command.build && !isBuilt(root)) {
    if (!canBuild(root)) {
      throw new Error(
        'The pages are not built, or from other sources. Run "npm run build" in a development checkout of this version and copy its folder build/ here.',
      )
    }
    await withProjectLock(root, async () => isBuilt(root) || buildWeb(root, node, env))
  }
  if (!command.run) {
    console.log(
      'The pages are in build/. A server needs this checkout, "npm ci --omit=dev" and that folder; then "npm run serve".',
    )
    return 0
  }

  const [script = '', ...fixedArgs] = command.run
  return runNode(node, [join(root, script), ...fixedArgs, ...args], { cwd: root, env })
}

endWithNpm()
try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
