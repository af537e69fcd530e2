import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { assessSecret } from '#server/platform/secrets/assess-secret.ts'

const production = {
  APP_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1/school',
  SMTP_URL: 'smtp://mail.school.example',
  MAIL_FROM: 'School <hello@school.example>',
  PUBLIC_URL: 'https://school.example',
  AUTH_SECRET: 'GkI0oTWQYtX4nG0v9mVn8S2ZrEoJb1pY5uQdLxHcKfA',
  RAZORPAY_KEY_ID: 'rzp_live_school',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'b7Xq2Lm9Tz4Vw8Rk',
}

test('reads a complete production configuration', () => {
  expect(readConfig(production)).toMatchObject({ environment: 'production', drainMs: 5000, smtpRequiresTls: true })
})

test.each(['rzp_test_abcdef', 'rzp_sandbox_abcdef', 'anything', 'rzp_live_first,rzp_test_second'])(
  'production rejects the key %s [PAY-43]',
  (keyId) => {
    const secrets = keyId.replaceAll(/[^,]+/g, 'secret')
    expect(() => readConfig({ ...production, RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: secrets })).toThrow(
      /RAZORPAY_KEY_ID: .* is a test or sandbox key; production takes live keys/,
    )
  },
)

test.each(['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])(
  'production names a missing %s [PAY-43]',
  (name) => {
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(`${name}: is missing`)
  },
)

test.each([
  ['RAZORPAY_API_URL', 'http://api.razorpay.com'],
  ['RAZORPAY_CHECKOUT_URL', 'http://checkout.razorpay.com/v1/checkout.js'],
  ['PUBLIC_URL', 'http://school.example'],
  ['IMAGE_BASE_URL', 'http://images.school.example'],
  ['S3_URL', 'http://s3.school.example/recordings'],
])('production rejects %s without https except on loopback [SEC-089]', (name, address) => {
  for (const written of [address, address.replace('http:', 'HTTP:')]) {
    expect(() => readConfig({ ...production, [name]: written })).toThrow(`${name}: needs https in production`)
  }
  expect(() => readConfig({ ...production, [name]: 'http://127.0.0.1:8080/' })).not.toThrow()
  expect(() => readConfig({ ...production, APP_ENV: 'demo', [name]: address })).not.toThrow()
})

test.each([
  ['RECORDING_HOSTS', 'videos.example,https://videos.example', 'https://videos.example is not a host name'],
  ['RECORDING_HOSTS', 'videos.example; script-src *', 'videos.example; script-src * is not a host name'],
  ['RECORDING_HOSTS', '*.example', '*.example is not a host name'],
  ['AUTH_SECRET', 'too short to sign with', 'needs at least 32 characters'],
  ['AUTH_SECRET', 'a'.repeat(48), 'is too easy to guess'],
  ['AUTH_SECRET', 'changeme'.repeat(6), 'is too easy to guess'],
  ['AUTH_SECRET', '0123456789abcdefghijklmnopqrstuvwxyz', 'is too easy to guess'],
  ['AUTH_SECRET', 'qwertyuiopasdfghjklzxcvbnm123456', 'is too easy to guess'],
  ['AUTH_SECRET', 'my-super-secret-production-key-01', 'is too easy to guess'],
  ['AUTH_SECRET', 'passwordpassword1234passwordPASS!', 'is too easy to guess'],
  ['AUTH_SECRET', 'this is the secret of our school!', 'is too easy to guess'],
  ['AUTH_SECRET', '31415926535897932384626433832795', 'is too easy to guess'],
  ['AUTH_SECRET', `${production.AUTH_SECRET},${'secret'.repeat(8)}`, 'is too easy to guess'],
  ['RAZORPAY_WEBHOOK_SECRET', 'short', 'needs at least 16 characters'],
  ['RAZORPAY_WEBHOOK_SECRET', '1234567890123456', 'is too easy to guess'],
  ['RAZORPAY_WEBHOOK_SECRET', 'webhook-secret-1', 'is too easy to guess'],
  ['RAZORPAY_WEBHOOK_SECRET', 'karyashala-2026!', 'is too easy to guess'],
  ['METRICS_TOKEN', 'b7Xq2Lm9Tz4Vw8Rk', 'needs at least 32 characters'],
])('production rejects the %s %j [SEC-089]', (name, value, problem) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name}: ${problem}`)
})

test('accepts random secrets of every encoding', () => {
  for (let round = 0; round < 500; round += 1) {
    const bytes = createHash('sha512').update(String(round)).digest()
    for (const [encoding, length] of [
      ['base64url', 32],
      ['hex', 32],
      ['base64', 16],
    ] as const) {
      expect(assessSecret(bytes.toString(encoding).slice(0, length), length)).toBeUndefined()
    }
  }
})

test.each(['requireTLS=false', 'ignoreTLS=true', 'secure=false', 'tls.rejectUnauthorized=false'])(
  'production rejects a mail server with %s [SEC-089]',
  (query) => {
    const url = `smtp://mail.school.example/?${query}`
    expect(() => readConfig({ ...production, SMTP_URL: url })).toThrow('SMTP_URL: takes no')
    expect(() => readConfig({ ...production, APP_ENV: 'demo', SMTP_URL: url })).not.toThrow()
  },
)

test('mail to this machine needs no TLS [SEC-089]', () => {
  expect(readConfig({ ...production, SMTP_URL: 'smtp://127.0.0.1:25' }).smtpRequiresTls).toBe(false)
  expect(readConfig({ ...production, SMTP_URL: 'smtp://localhost' }).smtpRequiresTls).toBe(false)
  expect(readConfig({ ...production, SMTP_URL: 'smtp://10.0.0.5' }).smtpRequiresTls).toBe(true)
})
