// Has the school of DATA_DIR only be read for a time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readHealthConfig } from '#server/config.ts'
import { runMaintenance, type ServerState } from '#server/platform/maintenance/cli.ts'
import { printFailure } from './reach-database.ts'

async function stateOf(server: string): Promise<ServerState> {
  const answer = await fetch(`${server}/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  if (!answer) return 'away'
  const { maintenance } = ((await answer.json().catch(() => undefined)) ?? {}) as { maintenance?: string }
  return maintenance === 'quiet' ? 'quiet' : 'writes'
}

try {
  const { dataDir, server } = readHealthConfig(process.env, join(import.meta.dirname, '..'))
  if (!existsSync(dataDir)) throw new Error(`There is no school in ${dataDir}. Set DATA_DIR.`)
  const { lines, code } = await runMaintenance({ dataDir, servers: [server], stateOf }, process.argv.slice(2))
  console.log(lines.join('\n'))
  process.exitCode = code
} catch (error) {
  printFailure(error)
}
