import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Restricts the demo's files to their owner, because they hold mails, secrets and payments. The folder stays passable:
 * PostgreSQL may run as another account below it.
 */
export function restrictFiles(dataDir: string): void {
  process.umask(0o077)
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(dataDir, entry.name), 0o600)
  }
}
