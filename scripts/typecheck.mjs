// Generates the route types and checks the whole project. The server is also checked without browser types,
// pages and console without Node types.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (/** @type {string[]} */ ...args) => runNode(process.execPath, args, { cwd: root, env: process.env })
const check = (/** @type {string} */ config) =>
  run(join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', join(root, config))

const written = await run(join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen')
if (written !== 0) process.exit(written)
for (const config of ['tsconfig.server.json', 'tsconfig.web.json', 'tsconfig.console.json', 'tsconfig.json']) {
  const code = await check(config)
  if (code !== 0) process.exit(code)
}
