import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '#postgres/launch-error.ts'
import { writeOnce } from './write-once.ts'

const secretNames = ['authSecret', 'razorpayKeyId', 'razorpayKeySecret', 'razorpayWebhookSecret'] as const

export type Secrets = Record<(typeof secretNames)[number], string>

/**
 * Returns the installation's secrets, generated at its first start, so that logins and sandbox payments survive a restart.
 * @throws LaunchError when the file is damaged
 */
export function storeSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  writeOnce(file, generate())
  return read(file)
}

function generate(): Secrets {
  return {
    authSecret: randomBytes(48).toString('base64url'),
    razorpayKeyId: `rzp_sandbox_${randomBytes(7).toString('hex')}`,
    razorpayKeySecret: randomBytes(24).toString('base64url'),
    razorpayWebhookSecret: randomBytes(24).toString('base64url'),
  }
}

function read(file: string): Secrets {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isSecrets(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new LaunchError(`${file} is damaged: restore it from a backup, or delete it (everybody then has to log in again).`)
}

function isSecrets(value: unknown): value is Secrets {
  return (
    typeof value === 'object' &&
    value !== null &&
    secretNames.every((name) => name in value && typeof Reflect.get(value, name) === 'string')
  )
}
