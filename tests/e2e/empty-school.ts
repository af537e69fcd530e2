import { execFile, spawn } from 'node:child_process'
import { chmodSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { provideDatabase, provideMail, providePayments } from '#dev/provide-services.ts'
import { readSettings } from '#dev/read-settings.ts'
import { storeSecrets } from '#dev/store-secrets.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { codesIn, leaksOf } from '#tests/security/leaks-of.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { startedProcess } from '#tests/runner/start-product.ts'

const root = join(import.meta.dirname, '..', '..')

export interface EmptySchool {
  url: string
  inboxUrl: string
  /** Runs `npm run staff -- setup-link` and returns the link that it prints. */
  printSetupLink(): Promise<string>
  /** Stops the school, removes its data and checks its log for leaks. */
  stop(): Promise<void>
}

/** Starts the server on an empty database, with a mailbox and the provider's sandbox around it. */
export async function openEmptySchool(): Promise<EmptySchool> {
  const [port, sandboxPort, inboxPort] = (await findFreePorts(3)).map(String)
  const dataDir = makeFolder('karyashala-empty-')
  // Passable by the account that PostgreSQL runs as when the tests run as root.
  chmodSync(dataDir, 0o711)
  const settings = readSettings({ PORT: port, SANDBOX_PORT: sandboxPort, INBOX_PORT: inboxPort, DATA_DIR: dataDir }, root)
  const { authSecret, ...keys } = storeSecrets(dataDir)
  const services = [await provideDatabase(settings), await provideMail(settings), await providePayments(settings, keys)]
  const url = settings.publicUrl
  const inboxUrl = `http://127.0.0.1:${inboxPort}`
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'production',
    // Like production, which refuses the sandbox and the mailbox. The limits per network are those of production.
    APP_ENV: 'test',
    PORT: port,
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    AUTH_SECRET: authSecret,
    MAIL_FROM: 'School <school@example.com>',
    ...Object.assign({}, ...services.map((service) => service.env)),
  }
  const logFile = join(dataDir, 'server.log')
  const log = openSync(logFile, 'w')
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], { cwd: root, env, stdio: ['ignore', log, log] })
  const endServices = async () => {
    for (const { end } of services.toReversed()) await end?.()
  }
  const stopServer = await startedProcess(server, { url, logFile }).catch(async (error: unknown) => {
    await endServices()
    throw error
  })
  return {
    url,
    inboxUrl,
    async printSetupLink() {
      const command = [join(root, 'scripts', 'staff.ts'), 'setup-link']
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env })
      return stdout.trim().split('\n').at(-1) ?? ''
    },
    async stop() {
      const mails = (await (await fetch(`${inboxUrl}/messages`)).json()) as { subject: string }[]
      await stopServer()
      await endServices()
      const leaks = leaksOf(readFileSync(logFile, 'utf8').split('\n'), codesIn(mails))
      rmSync(dataDir, { recursive: true, force: true })
      if (leaks.length > 0) throw new Error(`The server logged personal data or secrets:\n${leaks.join('\n')}`)
    },
  }
}
