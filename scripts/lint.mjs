// Type-aware rules need the route types that React Router generates. knip finds files, exports and packages that nothing uses.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (/** @type {string[]} */ ...args) => runNode(process.execPath, args, { cwd: root, env: process.env })

process.exitCode =
  (await run(join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen')) ||
  (await run(join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', ...process.argv.slice(2))) ||
  (await run(join(root, 'node_modules/knip/bin/knip.js'), '--no-progress', '--no-config-hints'))
