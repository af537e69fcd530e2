import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#tests/faults/open-database.ts'
import { openOutside } from '#tests/faults/open-outside.ts'
import { openProxy } from '#tests/faults/open-proxy.ts'
import { recordMails } from '#tests/faults/record-mails.ts'
import { until } from '#tests/faults/spawn-server.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { type Images, openImages } from './build-image.ts'
import { openProvider, post, settings } from './live-school.ts'

const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']

/** Runs a container as `compose.yaml` does: without a writable root, a capability or root. Returns its address and name. */
async function runContainer({ podman, logs }: Images, image: string, given: Record<string, string>, volume = `v${Date.now()}`) {
  const [port = 0] = await findFreePorts(1)
  const name = `school-${port}`
  const env = Object.entries({ ...settings, ...given, PORT: String(port) }).flatMap(([key, value]) => [
    '--env',
    `${key}=${value}`,
  ])
  const least = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges']
  await podman(
    'run',
    '-d',
    '--name',
    name,
    '--pull=never',
    '--network=host',
    ...limits,
    ...least,
    '-v',
    `${volume}:/data`,
    ...env,
    image,
  )
  onTestFinished(() => podman('rm', '--force', '--time', '0', name).then(() => undefined))
  const url = `http://127.0.0.1:${port}`
  await until(`${name} is ready`, async () => {
    if ((await podman('inspect', name, '--format', '{{.State.Status}}')) === 'exited') throw new Error(await logs(name))
    return (await fetch(`${url}/ready`).catch(() => undefined))?.ok ?? false
  })
  return { url, name, volume }
}

// An image can be built here by root on Linux alone.
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('the image', () => {
  let images: Images
  let image = ''
  beforeAll(async () => {
    images = await openImages()
    image = await images.build('1.0.0')
  }, 1_200_000)
  afterAll(() => images?.remove())

  test('runs as a plain user and holds no development tools', async () => {
    const [found] = JSON.parse(await images.podman('image', 'inspect', image)) as [
      { Size: number; Config: Record<string, unknown> & { Labels: Record<string, string> }; HealthCheck?: { Test: string[] } },
    ]
    expect(found.Config).toMatchObject({
      User: 'school',
      StopSignal: 'SIGTERM',
      Volumes: { '/data': {} },
      ExposedPorts: { '3000/tcp': {} },
      Entrypoint: ['karyashala'],
      Cmd: ['serve'],
    })
    expect(found.Config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'Karyashala',
      'org.opencontainers.image.version': '1.0.0',
      'org.opencontainers.image.revision': 'of-the-test',
    })
    const list = await images.podman(
      'run',
      '--rm',
      '--pull=never',
      '--network=none',
      ...limits,
      '--entrypoint',
      'sh',
      image,
      '-c',
      'ls -A /app /app/node_modules; ls /app/node_modules/node-linux-*; find /app -name "*.test.ts" -not -path "*/node_modules/*"; find / -xdev -perm -4000 -path "/app/*"; whoami',
    )
    const entries = list.split(/\s+/)
    for (const developers of [
      'vite',
      'vitest',
      'typescript',
      'playwright-core',
      'tests',
      'bench',
      'docs',
      '.git',
      'include',
      'npm',
    ]) {
      expect(entries).not.toContain(developers)
    }
    expect(entries.at(-1)).toBe('school')
    expect(list).not.toContain('.test.ts')
  })

  test('serves a new school from one volume', async () => {
    const first = await runContainer(images, image, { SMTP_URL: 'smtp://127.0.0.1:1' })
    await images.podman('healthcheck', 'run', first.name)
    const invitation = await images.podman('exec', first.name, 'karyashala', 'staff', 'invite', 'owner@school.example', 'owner')
    expect(invitation).toMatch(/https:\/\/school\.example\/console\/invitation#\S{43}/)
    await images.podman('stop', '--time', '60', first.name)
    expect(await images.podman('inspect', first.name, '--format', '{{.State.ExitCode}}')).toBe('0')

    const second = await runContainer(images, image, { SMTP_URL: 'smtp://127.0.0.1:1' }, first.volume)
    const staff = await images.podman('exec', second.name, 'karyashala', 'staff', 'list')
    expect(staff).toContain('owner@school.example')
    // Neither a log nor the list of processes shows a secret.
    const seen = `${await images.logs(second.name)} ${await images.podman('top', second.name, 'args')}`
    for (const secret of [settings.AUTH_SECRET, settings.RAZORPAY_KEY_SECRET, settings.RAZORPAY_WEBHOOK_SECRET]) {
      expect(seen).not.toContain(secret)
    }
  })

  test('a sale in flight outlives a stop and the next image', async () => {
    const { db, url } = await openDatabase()
    // The tests' PostgreSQL has a socket in this machine alone.
    const { url: databaseUrl } = await openProxy(url)
    const { batchId } = await sellCourse(db)
    const { apiUrl, pay } = await openOutside()
    const { smtpUrl } = await recordMails()
    const provider = await openProvider(apiUrl)
    const given = { DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, RAZORPAY_API_URL: provider.url }
    const before = await runContainer(images, image, given)
    const student = await post(`${before.url}/api/auth/register/`, { ...newPerson(), type: 'enroll' })
    expect(student.status).toBe(201)
    const token = student.body['access']

    const call = provider.hold(/^\/v1\/orders/)
    const started = post(`${before.url}/api/payment/start-payment/${batchId}/`, undefined, token)
    await call.arrived
    const stopped = images.podman('stop', '--time', '90', before.name)
    await until('it takes no new sale', async () => !(await fetch(`${before.url}/ready`).catch(() => undefined))?.ok)
    call.release()
    const order = await started
    expect(order.status).toBe(200)
    await stopped
    expect(await images.podman('inspect', before.name, '--format', '{{.State.ExitCode}}')).toBe('0')

    // The student pays while the school is away.
    const triple = await pay(String(order.body['order_id']))
    const folder = mkdtempSync(join(tmpdir(), 'karyashala-next-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const migration = join(folder, '9999_of_the_next_version.sql')
    writeFileSync(
      migration,
      `create table next_version (id integer primary key);\ncomment on table next_version is 'Of the test.';\n`,
    )
    const next = await images.addFile(
      image,
      migration,
      '/app/server/platform/db/migrations/9999_of_the_next_version.sql',
      '1.1.0',
    )
    const after = await runContainer(images, next, given, before.volume)
    const verified = await post(`${after.url}/api/payment/payment-verify/${batchId}/`, triple, token)
    expect([verified.status, verified.body['status']]).toEqual([200, 'enrolled'])
    const { rows } = await db.query(
      `select (select count(*)::int from active_enrolments) as places, to_regclass('next_version') is not null as migrated`,
    )
    expect(rows).toEqual([{ places: 1, migrated: true }])
  })
})
