// Says what this version will do to the school of DATA_DIR or DATABASE_URL, before it does it.
import { join } from 'node:path'
import pino from 'pino'
import { readBackupConfig, readHealthConfig } from '#server/config.ts'
import { checkHealth } from '#server/desk/health/read-health.ts'
import { runUpgradeCheck, type Upgrade } from '#server/desk/upgrade/cli.ts'
import { planUpgrade } from '#server/desk/upgrade/plan-upgrade.ts'
import { listSets } from '#server/platform/backups/manifest.ts'
import { restoreForAWhile } from '#server/platform/backups/verify-set.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsFolder, readMigrations } from '#server/platform/db/read-migrations.ts'
import { retiredSettings, version } from '#server/platform/release/release.ts'
import { printFailure, reachDatabase } from './reach-database.ts'

const root = join(import.meta.dirname, '..')
const silent = pino({ level: 'silent' })

async function plan({ rehearse }: { rehearse: boolean }): Promise<Upgrade> {
  const { server, ...settings } = readHealthConfig(process.env, root)
  const { connectionString, stop } = await reachDatabase()
  const db = connect(connectionString, { max: 4, log: silent, actor: 'operator' })
  try {
    const checks = await checkHealth({ db, settings })
    return {
      from: await versionOf(server),
      to: version,
      migrations: await planUpgrade(db, await readMigrations(migrationsFolder)),
      settings: retiredSettings.filter(({ name }) => process.env[name] !== undefined),
      checks: checks.filter(({ name }) => name === 'backups' || name === 'disk'),
      rehearsedSeconds: rehearse ? await rehearseOnBackup() : undefined,
    }
  } finally {
    await db.end()
    await stop()
  }
}

async function versionOf(server: string): Promise<string | undefined> {
  const answer = await fetch(`${server}/health`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
  const body = (await answer?.json().catch(() => undefined)) as { version?: string } | undefined
  return body?.version
}

/** Runs the migrations on a copy of the newest backup. @throws Error without a backup */
async function rehearseOnBackup(): Promise<number> {
  const { backupDir } = readBackupConfig(process.env, root)
  const [set] = backupDir === undefined ? [] : await listSets(backupDir)
  if (!set) throw new Error('There is no backup to rehearse on. Make one first: npm run backup.')
  return restoreForAWhile(set, async (connectionString) => {
    const db = connect(connectionString, { max: 2, log: silent, actor: 'operator' })
    try {
      const began = performance.now()
      await migrate(db)
      return (performance.now() - began) / 1000
    } finally {
      await db.end()
    }
  })
}

try {
  const { lines, code } = await runUpgradeCheck(plan, process.argv.slice(2))
  console.log(lines.join('\n'))
  process.exitCode = code
} catch (error) {
  printFailure(error)
}
