// Stores a migrated cluster for the first start of a demo. Part of the build, which takes longer on its own.
import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterTemplate, templatesFolder } from '#dev/cluster-template.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'

const root = join(import.meta.dirname, '..')
const template = clusterTemplate(root)
if (!existsSync(template)) {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-cluster-'))
  // PostgreSQL may run as another account.
  chmodSync(folder, 0o711)
  try {
    const postgres = await launchPostgres({ dataDir: join(folder, 'postgres'), fsync: false })
    try {
      const db = connect(postgres.connectionString, { max: 1, log: console })
      await migrate(db)
      await db.end()
    } finally {
      await postgres.stop()
    }
    rmSync(templatesFolder(root), { recursive: true, force: true })
    const draft = `${template}.${process.pid}`
    cpSync(join(folder, 'postgres', 'cluster'), draft, { recursive: true })
    renameSync(draft, template)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
