import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { version } from '#server/platform/release/release.ts'
import { expectAllStored, startLoad } from '#tests/faults/load.ts'
import { openDatabase } from '#tests/faults/open-database.ts'
import { openOutside, setSchoolAddress } from '#tests/faults/open-outside.ts'
import { type Server, spawnServer, until } from '#tests/faults/spawn-server.ts'
import { releases } from '#tests/runner/releases.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { openBrowser } from './browser.ts'
import { installOver, provideFormerRelease } from './former-release.ts'
import { startCaddy, startNginx } from './proxies.ts'

const here = join(import.meta.dirname, '../..')
const before = releases.at(-1)?.version
let former = ''
beforeAll(() => {
  former = provideFormerRelease()
}, 900_000)

/** Stands for systemd: restarts a process with the version that is installed. Returns the command. */
async function superviseServers(servers: readonly Server[], installed: () => string): Promise<string> {
  const control = createServer((request, response) => {
    const server = servers.find(({ url }) => url.endsWith(`:${request.url?.slice(1)}`))
    const restart = async () => {
      await server?.stop()
      server?.changeVersion(installed())
      await server?.restart('answers')
    }
    restart().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(control, 'listening')
  onTestFinished(() => {
    control.closeAllConnections()
    control.close()
  })
  return `curl --fail --silent --show-error http://127.0.0.1:${(control.address() as AddressInfo).port}/{port}`
}

async function runRolling(...args: string[]) {
  const child = spawn(process.execPath, [join(here, 'scripts/bootstrap.mjs'), 'upgrade:rolling', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, out, err }
}

/** Pages with their files, and sales, on connections that stay open. Each answer is counted. */
function startVisits(
  origin: string,
  given: Parameters<typeof startLoad>[1],
  pay: Parameters<typeof startLoad>[2],
  withFiles: boolean,
) {
  const counts: Record<string, number> = {}
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  const browsers = Array.from({ length: 4 }, () => openBrowser(origin))
  onTestFinished(() => browsers.forEach((browser) => browser.close()))
  const [buyer = openBrowser(origin), ...readers] = browsers
  const state = { stopped: false }
  const read = async (browser: (typeof browsers)[number]) => {
    while (!state.stopped) {
      for (const path of ['/home', '/courses', '/login', '/console']) {
        const page = await browser.send('GET', path, { headers: { accept: 'text/html' } }).catch((error: Error) => error)
        if (page instanceof Error) count(`page: ${page.message}`)
        else count(`page ${page.status}`)
        if (page instanceof Error || !withFiles) continue
        for (const [file] of page.body.matchAll(/\/(?:console\/)?assets\/[\w.-]+\.(?:js|css)/g)) {
          const got = await browser.send('GET', file).catch((error: Error) => error)
          // A missing file is answered with a page.
          count(got instanceof Error ? `file: ${got.message}` : `file ${got.status}`)
        }
      }
    }
  }
  const load = startLoad(
    {
      async call(method, path, body, token) {
        const headers = {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        }
        const sent = { headers, ...(body ? { body: JSON.stringify(body) } : {}) }
        const got = await buyer.send(method, `/api${path}`, sent).catch((error: Error) => {
          count(`sale: ${error.message}`)
          throw error
        })
        count(`sale ${got.status}`)
        return { status: got.status, retryAfter: null, body: JSON.parse(got.body) as Record<string, unknown> }
      },
      waitUntilReady: async () => undefined,
    },
    given,
    pay,
  )
  const reading = Promise.all(readers.map(read))
  return {
    load,
    counts,
    again: () => browsers.reduce((sum, browser) => sum + browser.again(), 0),
    async stop() {
      state.stopped = true
      await load.stop()
      await reading
    },
  }
}

/** Two processes of the version before and a course for sale. */
async function openSchool(drainMs: number) {
  const { db, url: databaseUrl } = await openDatabase({ max: 4 })
  const { batchId } = await sellCourse(db)
  await setSchoolAddress(db)
  const outside = await openOutside()
  const start = () => spawnServer({ root: former, databaseUrl, drainMs, ...outside })
  const servers = [await start(), await start()] as const
  const addresses = servers.map(({ url }) => new URL(url).host)
  const state = { installed: here }
  const restart = await superviseServers(servers, () => state.installed)
  return { db, batchId, outside, servers, addresses, restart, state }
}

const good = ['file 200', 'page 200', 'sale 200', 'sale 201']

for (const proxy of ['nginx', 'Caddy'] as const) {
  test(`an upgrade and the way back behind ${proxy} fail no request`, async () => {
    // Caddy asks every second; nginx is told.
    const school = await openSchool(proxy === 'nginx' ? 500 : 4000)
    const { db, batchId, outside, servers, addresses, restart, state } = school
    const nginx = proxy === 'nginx' ? await startNginx(addresses) : undefined
    const { origin } = nginx ?? (await startCaddy(addresses))
    const options = nginx ? ['--nginx', nginx.file, '--reload', nginx.reload] : []
    // Behind Caddy both versions have one folder of files, which mount-assets.test.ts tries.
    const visits = startVisits(origin, batchId, outside.pay, proxy === 'nginx')
    await until('seats are sold', async () => visits.load.acknowledged.enrolled.length >= 3)
    const next = installOver(here, former)
    for (const [root, expected] of [
      [next, version],
      [installOver(former, next), before],
    ] as const) {
      const sold = visits.load.acknowledged.enrolled.length
      state.installed = root
      const said = await runRolling('--restart', restart, ...options, ...addresses)
      expect(said).toMatchObject({ code: 0, err: '' })
      expect(said.out).toBe(addresses.map((address) => `${address} serves version ${expected}.\n`).join(''))
      await until('sales go on', async () => visits.load.acknowledged.enrolled.length > sold + 3)
    }
    await visits.stop()
    console.info(proxy, { ...visits.counts, enrolled: visits.load.acknowledged.enrolled.length, again: visits.again() })
    expect(Object.keys(visits.counts).toSorted()).toEqual(good.filter((what) => nginx || what !== 'file 200'))
    expect(visits.load.refused).toEqual([])
    await expectAllStored(servers[0], db, visits.load)
  })
}

test('a version that fails to start stays out', async () => {
  const { servers, addresses } = await openSchool(0)
  const [first = '', second = ''] = addresses
  const nginx = await startNginx(addresses)
  const options = ['--nginx', nginx.file, '--reload', nginx.reload, '--wait', '1']
  const [stopped] = servers
  // The command only stops it, as a version that ends at its start.
  const stop = await (async () => {
    const control = createServer((_request, response) => void stopped.stop().then(() => response.end())).listen(0, '127.0.0.1')
    await once(control, 'listening')
    onTestFinished(() => void control.close())
    return `curl --fail --silent http://127.0.0.1:${(control.address() as AddressInfo).port}/{port}`
  })()
  const failed = await runRolling('--restart', stop, ...options, ...addresses)
  expect(failed).toMatchObject({
    code: 1,
    err: expect.stringMatching(`^${first} did not become ready in 1 seconds. It stays "down"`),
  })
  expect(readFileSync(nginx.file, 'utf8')).toMatch(new RegExp(`server ${first} [^;]*down;`))
  const browser = openBrowser(nginx.origin)
  onTestFinished(() => browser.close())
  for (let more = 0; more < 10; more++) expect((await browser.send('GET', '/home')).status).toBe(200)
  // With one process left, none is taken out.
  expect(await runRolling('--restart', 'exit 7 {port}', ...options, ...addresses.toReversed())).toMatchObject({ code: 1 })
  expect(readFileSync(nginx.file, 'utf8')).not.toMatch(new RegExp(`server ${second} [^;]*down;`))
  // What was left out comes first, and then the other.
  await stopped.restart('answers')
  const again = await runRolling('--restart', 'true {port}', ...options, ...addresses.toReversed())
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(`^${first} serves`) })
  expect(readFileSync(nginx.file, 'utf8')).not.toContain('down;')
  expect(await runRolling('--restart', 'true', ...addresses)).toMatchObject({ code: 2 })
})
