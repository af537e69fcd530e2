import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files of the demo hold mails, secrets and payments: only the account that runs it reads them, those of an earlier
 * version too. The folder itself may be passed, since PostgreSQL can run as another account below it.
 */
export function restrictFiles(dataDir: string): void {
  process.umask(0o077)
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(dataDir, entry.name), 0o600)
  }
}
