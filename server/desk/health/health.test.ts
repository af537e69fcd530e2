import { execFileSync } from 'node:child_process'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Health, HealthCheck } from '#contract/desk/staff/health.ts'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { certificate } from './checks/certificate.ts'
import { mailDkim, mailDmarc, mailSpf } from './checks/mail-dns.ts'
import { runHealth } from './cli.ts'
import type { HealthSource } from './define-check.ts'
import { healthFeature } from './feature.ts'
import { checkHealth } from './read-health.ts'

const look = async (shop: TestApp) => {
  const answer = await staffClient(shop, 'owner')('GET', 'health/')
  expect(answer.status).toBe(200)
  const { checks } = answer.as<Health>()
  return (name: string) => checks.find((check) => check.name === name)
}

/** A name server that knows these text records; it says of every other name that it has none. */
async function startNameServer(records: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const server = createSocket('udp4')
  server.on('message', (question: Buffer, from: RemoteInfo) => {
    const labels: string[] = []
    let at = 12
    while (question[at]) {
      const length = question[at] ?? 0
      labels.push(question.subarray(at + 1, at + 1 + length).toString())
      at += length + 1
    }
    const found = records[labels.join('.').toLowerCase()] ?? []
    const header = Buffer.from(question.subarray(0, 12))
    // An answer without an error; 3 says that the name does not exist.
    header.writeUInt16BE(found.length > 0 ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt32BE(0, 8)
    const answers = found.map((text) => {
      const bytes = Buffer.from(text)
      const data = Buffer.concat([Buffer.from([bytes.length]), bytes])
      const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
      head.writeUInt16BE(data.length, 10)
      return Buffer.concat([head, data])
    })
    server.send(Buffer.concat([header, question.subarray(12, at + 5), ...answers]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${server.address().port}`
}

const sourceWith = (settings: Partial<HealthSource['settings']>): HealthSource => ({
  db: { query: () => Promise.reject(new Error('no database here')) },
  settings: { environment: 'production', dataDir: tmpdir(), diskReserveBytes: 0, backupDir: undefined, ...settings },
})

test('owners read what of the server needs a person', async () => {
  const shop = await createTestApp()
  const check = await look(shop)
  expect(check('disk')).toMatchObject({ ok: true, figure: expect.stringMatching(/^[\d.]+ GB free of [\d.]+ GB/), advice: null })
  expect(check('migrations')).toMatchObject({ ok: true, figure: expect.stringMatching(/^\d+ applied, 0 pending$/) })
  expect(check('mail')).toMatchObject({ ok: true, figure: '0 sent in a day, 0 bounced, 0 waiting' })
  expect(check('webhook')).toMatchObject({ ok: true })
  expect(check('clock')).toMatchObject({ ok: true })
  // The PostgreSQL of the tests writes nothing safely.
  expect(check('postgresql')).toMatchObject({ ok: false, advice: expect.stringContaining('fsync') })
  expect((await staffClient(shop, 'finance')('GET', 'health/')).status).toBe(403)
})

test('mail, jobs and migrations that wait are found', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into mail_outbox (to_address, template, props, created_at, last_error, attempts)
     values ('asha@example.com', 'code', '{}', app_now() - interval '50 minutes', '535 Bad password', 3)`,
  )
  await shop.db.query(
    `insert into pgboss.job (name, data, start_after) select name, '{}', now() - interval '40 minutes' from pgboss.queue order by name limit 1`,
  )
  await shop.db.query(`insert into schema_migrations (name, checksum) values ('9999_of_a_newer_version.sql', 'x')`)
  const check = await look(shop)
  expect(check('mail')).toMatchObject({ ok: false, advice: expect.stringContaining('535 Bad password') })
  expect(check('jobs')).toMatchObject({ ok: false, figure: expect.stringMatching(/^1 of \S+ late by 40 minutes$/) })
  expect(check('migrations')).toMatchObject({ ok: false, advice: expect.stringContaining('newer version') })
})

test('the use of the disk is noted once a day', async () => {
  const { deps } = await createTestApp()
  await healthFeature.sweep?.(deps, system)
  await deps.db.query(`update disk_days set day = day - 70`)
  await healthFeature.sweep?.(deps, system)
  await healthFeature.sweep?.(deps, system)
  const { rows } = await deps.db.query(
    `select used_bytes > 0 as is_used, day = (app_now() at time zone 'Asia/Kolkata')::date as is_today from disk_days`,
  )
  expect(rows).toEqual([{ is_used: true, is_today: true }])
})

test('SPF, DKIM and DMARC of the sender are looked up', async () => {
  const nameServers = [
    await startNameServer({
      'school.in': ['v=spf1 include:mail.school.in ~all', 'other=1'],
      'google._domainkey.school.in': ['v=DKIM1; k=rsa; p=MIIB'],
      '_dmarc.school.in': ['v=DMARC1; p=none'],
      'open.in': ['v=spf1 +all'],
      'twice.in': ['v=spf1 -all', 'v=spf1 ~all'],
    }),
  ]
  const find = (mailFrom: string) =>
    Promise.all([mailSpf, mailDkim, mailDmarc].map((check) => check.find(sourceWith({ mailFrom, nameServers }))))
  expect(await find('School <hello@school.in>')).toEqual([
    { ok: true, figure: 'v=spf1 include:mail.school.in ~all' },
    { ok: true, figure: 'a key at google._domainkey.school.in' },
    { ok: true, figure: 'v=DMARC1; p=none' },
  ])
  // The record of the domain above counts.
  expect((await find('hello@news.school.in'))[2]).toEqual({ ok: true, figure: 'v=DMARC1; p=none' })
  expect(await find('hello@bare.in')).toMatchObject([
    { ok: false, figure: 'bare.in has no SPF record' },
    { ok: true, figure: 'no key under the usual names', advice: expect.stringContaining('dkim=pass') },
    { ok: false, figure: 'bare.in has no DMARC record' },
  ])
  expect((await find('hello@open.in'))[0]).toMatchObject({ ok: false, advice: expect.stringContaining('everybody may send') })
  expect((await find('hello@twice.in'))[0]).toMatchObject({ ok: false, figure: 'twice.in has 2 SPF records' })
  // Names that nobody can own have no records.
  expect(await find('School <hello@school.example>')).toEqual([undefined, undefined, undefined])
})

test('a name server that is away fails the check alone', async () => {
  const checks = await checkHealth(sourceWith({ mailFrom: 'hello@school.in', nameServers: ['127.0.0.1:9'] }))
  const check = (name: string) => checks.find((one) => one.name === name)
  expect(check('mail-spf')).toMatchObject({ ok: false, figure: expect.stringContaining('No name server answered') })
  expect(check('migrations')).toMatchObject({ ok: false, figure: 'could not be checked: no database here' })
  expect(check('disk')).toMatchObject({ ok: false })
  expect(check('certificate')).toBeUndefined()
})

test('a certificate that nobody signed is not believed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const publicUrl = `https://localhost:${(server.address() as AddressInfo).port}`
  expect(await certificate.find(sourceWith({ publicUrl }))).toMatchObject({
    ok: false,
    figure: expect.stringMatching(/^ends in (?:29|30) days, not believed \(/),
  })
  expect(await certificate.find(sourceWith({ publicUrl: 'https://127.0.0.1:9' }))).toMatchObject({
    ok: false,
    figure: expect.stringContaining('does not answer'),
  })
  expect(await certificate.find(sourceWith({ publicUrl: 'http://127.0.0.1:3000' }))).toBeUndefined()
})

test('the command says what needs a person by its code', async () => {
  const disk: HealthCheck = { name: 'disk', title: 'Disk', ok: true, figure: '20 GB free', advice: null }
  const mail: HealthCheck = { name: 'mail', title: 'Mail', ok: false, figure: '3 waiting', advice: 'Check SMTP_URL.' }
  expect(await runHealth(async () => [disk], [])).toEqual({ lines: ['ok  Disk: 20 GB free', 'Nothing needs you.'], code: 0 })
  expect(await runHealth(async () => [disk, mail], [])).toMatchObject({
    lines: ['ok  Disk: 20 GB free', '!!  Mail: 3 waiting', '    Check SMTP_URL.', expect.stringContaining('!!')],
    code: 1,
  })
  const { lines, code } = await runHealth(async () => [disk, mail], ['--json'])
  expect(code).toBe(1)
  expect(JSON.parse(lines.join('\n'))).toEqual({
    ok: false,
    checks: [
      { name: 'disk', ok: true, figure: '20 GB free', advice: null },
      { name: 'mail', ok: false, figure: '3 waiting', advice: 'Check SMTP_URL.' },
    ],
  })
  for (const args of [['--yaml'], ['--json', 'now']]) expect((await runHealth(async () => [], args)).code).toBe(2)
})
