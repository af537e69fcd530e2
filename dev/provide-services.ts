import { join } from 'node:path'
import { startInbox } from '#dev/inbox/start-inbox.ts'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { checkDatabase } from './check-database.ts'
import type { Secrets } from './store-secrets.ts'
import type { Settings } from './read-settings.ts'
import { writeLine } from './write-line.ts'

/** A service: its environment for the server, its URL for people, and how to stop it. A configured service has no `end`. */
export type Service = { env: Record<string, string>; url?: string; end?: () => Promise<void> }

export const databaseFolder = ({ dataDir }: Settings): string => join(dataDir, 'postgres')

/**
 * The database of the school. `shareWith` keeps the embedded one running for another process too.
 * @param template folder of a cluster that a new one is copied from; need not exist
 */
export async function provideDatabase(
  settings: Settings,
  template?: string,
): Promise<Service & { env: { DATABASE_URL: string }; shareWith?: (pid: number) => void }> {
  const { databaseUrl } = settings
  if (databaseUrl) {
    await checkDatabase(databaseUrl)
    return { env: { DATABASE_URL: databaseUrl } }
  }
  const postgres = await launchPostgres({
    dataDir: databaseFolder(settings),
    log: writeLine,
    ...(template !== undefined && { template }),
  })
  return { env: { DATABASE_URL: postgres.connectionString }, end: postgres.stop, shareWith: postgres.shareWith }
}

export async function provideMail({ smtpUrl, inboxPort, host, reachableHost, dataDir }: Settings): Promise<Service> {
  if (smtpUrl) return { env: {} }
  const inbox = await startInbox({ smtpPort: 0, port: inboxPort, host, dataDir })
  return {
    url: `http://${reachableHost}:${inboxPort}`,
    env: { SMTP_URL: `smtp://${reachableHost}:${new URL(inbox.smtpUrl).port}` },
    end: inbox.close,
  }
}

/** The environment of the payment sandbox. With an account of one's own nothing is set. */
export function sandboxEnv(settings: Settings, keys: Omit<Secrets, 'authSecret'>): Record<string, string> {
  if (settings.razorpayKeyId) return {}
  // Browsers on other machines reach this one by the host of PUBLIC_URL.
  const browserHost =
    settings.host === '0.0.0.0' || settings.host === '::' ? new URL(settings.publicUrl).hostname : settings.reachableHost
  return {
    RAZORPAY_KEY_ID: keys.razorpayKeyId,
    RAZORPAY_KEY_SECRET: keys.razorpayKeySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.razorpayWebhookSecret,
    RAZORPAY_API_URL: `http://${settings.reachableHost}:${settings.sandboxPort}`,
    RAZORPAY_CHECKOUT_URL: `http://${browserHost}:${settings.sandboxPort}/v1/checkout.js`,
  }
}

export async function providePayments(settings: Settings, keys: Omit<Secrets, 'authSecret'>): Promise<Service> {
  const env = sandboxEnv(settings, keys)
  if (settings.razorpayKeyId) return { env }
  const sandbox = await startSandbox({
    port: settings.sandboxPort,
    host: settings.host,
    dataDir: settings.dataDir,
    keyId: keys.razorpayKeyId,
    keySecret: keys.razorpayKeySecret,
    webhookSecret: keys.razorpayWebhookSecret,
    log: writeLine,
    webhookUrl: `http://${settings.reachableHost}:${settings.port}/api/payment/webhook/`,
  })
  return { url: env['RAZORPAY_API_URL'] ?? '', end: sandbox.close, env }
}
