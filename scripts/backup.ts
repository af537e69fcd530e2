// Runs the operator's commands about backups, and the nightly backup of a server.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readBackupConfig } from '#server/config.ts'
import { runBackups } from '#server/platform/backups/cli.ts'
import { openDatabase, printFailure } from './reach-database.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stopping.abort(new Error('It was stopped, and nothing of it is left.')))

// What a backup writes is for this account alone. Folders that PostgreSQL's account needs set their own mode.
process.umask(0o077)

try {
  const root = join(import.meta.dirname, '..')
  const config = readBackupConfig(process.env, root)
  const tools = {
    config,
    root,
    callerFolder: resolve(process.env.CALLER_FOLDER ?? '.'),
    signal: stopping.signal,
    async openSchool(isNeeded: boolean) {
      if (!isNeeded && !process.env.DATABASE_URL && !existsSync(join(config.dataDir, 'postgres'))) return undefined
      const school = await openDatabase()
      return { ...school, connectionString: process.env.DATABASE_MIGRATION_URL || school.connectionString }
    },
  }
  const [command = '', ...args] = process.argv.slice(2)
  const { lines, code } = await runBackups(tools, command, args)
  console.log(lines.join('\n'))
  process.exitCode = code
} catch (error) {
  printFailure(error)
}
