// Has the school of DATA_DIR only be read for a time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readHealthConfig } from '#server/config.ts'
import { runMaintenance } from '#server/platform/maintenance/cli.ts'
import { printFailure } from './reach-database.ts'

try {
  const { dataDir, server } = readHealthConfig(process.env, join(import.meta.dirname, '..'))
  if (!existsSync(dataDir)) throw new Error(`There is no school in ${dataDir}. Set DATA_DIR.`)
  const { lines, code } = await runMaintenance({ dataDir, servers: [server] }, process.argv.slice(2))
  console.log(lines.join('\n'))
  process.exitCode = code
} catch (error) {
  printFailure(error)
}
