import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from './check-database.ts'
import { checkPorts } from './check-ports.ts'
import { storeSecrets } from './store-secrets.ts'
import { readSettings } from './read-settings.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('defaults to this machine and consecutive ports', () => {
  expect(readSettings({}, '/project')).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    sandboxPort: 3001,
    inboxPort: 3002,
    dataDir: '/project/.data',
    publicUrl: 'http://127.0.0.1:3000',
    reloads: false,
    hasPast: true,
    databaseUrl: undefined,
  })
})

test('ports follow PORT unless set, and 0.0.0.0 is reached locally', () => {
  expect(
    readSettings({ PORT: '4000', INBOX_PORT: '9000', HOST: '0.0.0.0', DATA_DIR: '/elsewhere', DATABASE_URL: '' }, '/project'),
  ).toMatchObject({
    port: 4000,
    sandboxPort: 4001,
    inboxPort: 9000,
    reachableHost: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    dataDir: '/elsewhere',
    databaseUrl: undefined,
  })
})

test.each([
  [{ PORT: 'abc' }, /^PORT has to be a whole number from 1 to 65535, and is abc/],
  [{ PORT: '0' }, /^PORT has to be/],
  [{ PORT: '65535' }, /^SANDBOX_PORT has to be .* 65536/],
  [{ SANDBOX_PORT: '3000' }, /have to differ/],
])('refuses %o and names the setting', (env, message) => {
  expect(() => readSettings(env, '/project')).toThrow(message)
})

test('names the port in use and its setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await expect(checkPorts('127.0.0.1', { INBOX_PORT: port })).rejects.toThrow(
    `Port ${port} is in use: stop the program that listens there, or choose another with INBOX_PORT=`,
  )
})

test("refuses a HOST that is not this machine's", async () => {
  await expect(checkPorts('192.0.2.1', { PORT: 3000 })).rejects.toThrow(/^HOST=192\.0\.2\.1 is no address of this machine/)
})

test.each([
  ['nonsense', /^DATABASE_URL is no PostgreSQL address/],
  ['mysql://a@b/c', /^DATABASE_URL is no PostgreSQL address/],
  [
    'postgres://me:geheim@127.0.0.1:1/school',
    /^The database of DATABASE_URL \(127\.0\.0\.1:1\/school\) cannot be reached: .*ECONNREFUSED/,
  ],
])('explains the error of %s without its password', async (url, message) => {
  const error = await checkDatabase(url).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ message: expect.stringMatching(message) })
  expect(String(error)).not.toContain('geheim')
})

test('generates secrets once, readable by the owner only', () => {
  const dataDir = folder()
  const made = storeSecrets(dataDir)
  expect(made.razorpayKeyId).toMatch(/^rzp_sandbox_/)
  expect(made.authSecret.length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(storeSecrets(dataDir)).toEqual(made)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  expect(storeSecrets(folder())).not.toEqual(made)
})

test.each(['', '{}', '{"authSecret":'])('reports damaged secrets (%j) and leaves the file unchanged', (content) => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secrets.json'), content)
  expect(() => storeSecrets(dataDir)).toThrow(/secrets\.json is damaged/)
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(content)
})
