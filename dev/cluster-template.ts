import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const migrations = 'server/platform/db/migrations'

/** Folder of the stored clusters of a checkout. */
export const templatesFolder = (root: string): string => join(root, 'node_modules', '.cache', 'clusters')

/**
 * Folder of a cluster that the build has migrated, so that a new demo copies it. It need not exist. Its name follows from the versions of the
 * packages, among which PostgreSQL is, and from the migrations.
 */
export function clusterTemplate(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of readdirSync(join(root, migrations)).toSorted()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, migrations, file)))
  }
  return join(templatesFolder(root), hash.digest('hex').slice(0, 16))
}
