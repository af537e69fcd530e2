// Generates the route types and checks the whole project. The server is also checked without browser types,
// pages and console without Node types. Only what changed since the last check is checked again; with
// `--direct` also less of what imports it (tsconfig.check.json).
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (/** @type {string[]} */ ...args) => runNode(process.execPath, args, { cwd: root, env: process.env })
const whole = process.argv.includes('--direct') ? 'tsconfig.check.json' : 'tsconfig.json'
const configs = ['tsconfig.server.json', 'tsconfig.web.json', 'tsconfig.console.json', whole]

process.exitCode =
  (await run(join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen')) ||
  (await run(join(root, 'node_modules/typescript/bin/tsc'), '--build', ...configs))
