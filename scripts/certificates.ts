// Runs the operator's commands about certificates.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '#dev/read-settings.ts'
import { storeSecrets } from '#dev/store-secrets.ts'
import { runCertificates } from '#server/learning/cli/certificates.ts'
import { openDatabase, printFailure } from './reach-database.ts'

const { dataDir } = readSettings(process.env, join(import.meta.dirname, '..'))

/** The secrets that seal the key: those of the server, or of the demo in DATA_DIR. */
function authSecrets(): string[] {
  const given = process.env.AUTH_SECRET?.split(',').flatMap((secret) => secret.trim() || [])
  if (given?.length) return given
  if (!existsSync(join(dataDir, 'secrets.json'))) throw new Error('Set AUTH_SECRET to that of the server.')
  return [storeSecrets(dataDir).authSecret]
}

try {
  const config = { authSecrets: authSecrets() }
  const { db, close } = await openDatabase()
  try {
    const { lines, code } = await runCertificates({ db, config }, process.argv.slice(2))
    console.log(lines.join('\n'))
    process.exitCode = code
  } finally {
    await close()
  }
} catch (error) {
  printFailure(error)
}
