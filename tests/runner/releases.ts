import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Release {
  version: string
  commit: string
  /** How many migrations it had, and the name of the last. */
  migrations: number
  lastMigration: string
}

/** Every release, the oldest first. A clone has no tags, so the repository names their commits. */
export const releases = JSON.parse(readFileSync(join(import.meta.dirname, '../../releases.json'), 'utf8')) as readonly Release[]
