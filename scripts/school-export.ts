// Writes everything of the school of DATA_DIR or DATABASE_URL into one archive.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSettings } from '#dev/read-settings.ts'
import { readBackupConfig } from '#server/config.ts'
import { runExport } from '#server/desk/school-archive/cli.ts'
import { openDatabase, printFailure } from './reach-database.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stopping.abort(new Error('It was stopped, and nothing of it is left.')))

try {
  const root = join(import.meta.dirname, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const tools = {
    ...readBackupConfig(process.env, root),
    publicUrl: readSettings(process.env, root).publicUrl.replace(/\/$/, ''),
    callerFolder: resolve(process.env.CALLER_FOLDER ?? '.'),
    version,
    signal: stopping.signal,
    async openSchool() {
      const school = await openDatabase()
      return { ...school, connectionString: process.env.DATABASE_MIGRATION_URL || school.connectionString }
    },
  }
  const { lines, code } = await runExport(tools, process.argv.slice(2))
  console.log(lines.join('\n'))
  process.exitCode = code
} catch (error) {
  printFailure(error)
}
