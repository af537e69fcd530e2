import { resolve } from 'node:path'
import { LaunchError } from '#postgres/launch-error.ts'

export type Settings = {
  host: string
  port: number
  sandboxPort: number
  inboxPort: number
  dataDir: string
  publicUrl: string
  /** The host name for reaching `host` from this machine. */
  reachableHost: string
  reloads: boolean
  /** Whether a new demo gets a past of payments. */
  hasPast: boolean
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  razorpayKeyId: string | undefined
}

const everyAddress = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
])

/**
 * Reads the settings of `npm start`.
 * @throws LaunchError that names the setting and a valid value
 */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  const host = env.HOST || '127.0.0.1'
  const port = readPort(env, 'PORT', 3000)
  const sandboxPort = readPort(env, 'SANDBOX_PORT', port + 1)
  const inboxPort = readPort(env, 'INBOX_PORT', port + 2)
  if (new Set([port, sandboxPort, inboxPort]).size < 3) throw new LaunchError('PORT, SANDBOX_PORT and INBOX_PORT have to differ.')
  const reachableHost = everyAddress.get(host) ?? (host.includes(':') ? `[${host}]` : host)
  return {
    host,
    port,
    sandboxPort,
    inboxPort,
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    publicUrl: env.PUBLIC_URL || `http://${reachableHost}:${port}`,
    reachableHost,
    reloads: env.NODE_ENV === 'development',
    hasPast: env.DEMO_PAST !== 'none',
    databaseUrl: env.DATABASE_URL || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    razorpayKeyId: env.RAZORPAY_KEY_ID || undefined,
  }
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = env[name] ? Number(env[name]) : fallback
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new LaunchError(
    `${name} has to be a whole number from 1 to 65535, and is ${env[name] || fallback}: try ${name}=3000 npm start`,
  )
}
