// Types of the whole project, with those of the routes that React Router writes first.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (/** @type {string[]} */ ...args) => runNode(process.execPath, args, { cwd: root, env: process.env })

process.exitCode =
  (await run(join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen')) ||
  (await run(join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', root))
