import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { superviseServer } from './supervise-server.ts'

const serverSource = `
  import { createServer } from 'node:http'
  if (process.env.BROKEN) process.exit(1)
  const server = createServer((request, response) => {
    response.end(String(process.pid))
    if (request.url === '/hang') setTimeout(() => { for (;;); })
  }).listen(Number(process.env.PORT), '127.0.0.1')
  process.once('SIGTERM', () => { server.close(); server.closeAllConnections(); process.disconnect() })`

async function supervise(
  env: Record<string, string> = {},
  pauses = { shortest: 10, longest: 80 },
  more: Partial<Parameters<typeof superviseServer>[0]> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'supervise-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = join(folder, 'server.mjs')
  writeFileSync(script, serverSource)
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')

  const lines: string[] = []
  const readyUrl = `http://127.0.0.1:${port}/ready`
  const server = await superviseServer({
    args: [script],
    cwd: folder,
    env: { ...env, PORT: String(port) },
    readyUrl,
    signal: new AbortController().signal,
    log: (line) => lines.push(line),
    pauses,
    ...more,
  })
  onTestFinished(() => server.stop())
  const pid = async (): Promise<number> => Number(await (await fetch(readyUrl)).text())
  const next = async (before: number): Promise<number> => {
    await vi.waitFor(async () => expect(await pid()).not.toBe(before), { timeout: 10_000, interval: 20 })
    return pid()
  }
  return { server, lines, readyUrl, pid, next }
}

test('restarts a killed server every time and logs it [SEC-075]', async () => {
  const { lines, pid, next } = await supervise()
  const stops = () => lines.filter((line) => line.includes('unexpectedly'))
  let alive = await pid()
  for (let death = 1; death <= 8; death++) {
    process.kill(alive, 'SIGKILL')
    alive = await next(alive)
    expect(stops()).toHaveLength(death)
  }
  expect(new Set(stops())).toEqual(new Set(['The server stopped unexpectedly (SIGKILL) and is started again.']))
})

test('says how long a killed server was away', async () => {
  const { lines, pid, next } = await supervise()
  const before = await pid()
  process.kill(before, 'SIGKILL')
  await next(before)
  await vi.waitFor(() => expect(lines.at(-1)).toMatch(/^The server is ready again, \d+\.\d s after it stopped\.$/))
})

test('stop cancels a pending restart', async () => {
  const { server, lines, pid } = await supervise({}, { shortest: 60_000, longest: 60_000 })
  process.kill(await pid(), 'SIGKILL')
  await vi.waitFor(() => expect(lines).toEqual(['The server stopped unexpectedly (SIGKILL) and is started again in 60 s.']))
  await server.stop()
  await expect(pid()).rejects.toThrow('fetch failed')
})

test('a reload is not logged as a crash', async () => {
  const { server, lines, pid, next } = await supervise()
  const before = await pid()
  server.restart()
  await next(before)
  await vi.waitFor(() => expect(lines).toEqual([expect.stringMatching(/^The server is ready again, /)]))
})

test('kills a server that answers nothing, and starts it again [SEC-075]', async () => {
  const { lines, readyUrl, pid, next } = await supervise({}, undefined, { probeMs: 200 })
  const before = await pid()
  await fetch(new URL('/hang', readyUrl))
  await next(before)
  expect(lines).toContain('The server runs but answered none of 6 calls in a row. It is killed.')
})

test('a server that does not stop in time is killed', async () => {
  const { server, readyUrl, pid } = await supervise({}, undefined, { stopTimeoutMs: 200 })
  await fetch(new URL('/hang', readyUrl))
  await server.stop()
  await expect(pid()).rejects.toThrow('fetch failed')
})

test('stops the server without a log line', async () => {
  const { server, lines, pid } = await supervise()
  await server.stop()
  await expect(pid()).rejects.toThrow('fetch failed')
  expect(lines).toEqual([])
})

test('reports a server that never becomes ready, without a restart', async () => {
  await expect(supervise({ BROKEN: '1' })).rejects.toThrow('The server could not start: the reason stands above.')
})

test('gives up after too many restarts in a row [SEC-075]', async () => {
  const { server, lines, pid, next } = await supervise({}, undefined, { limit: 3 })
  let alive = await pid()
  for (let death = 1; death <= 3; death++) {
    process.kill(alive, 'SIGKILL')
    alive = await next(alive)
  }
  process.kill(alive, 'SIGKILL')
  expect(await server.gaveUp).toContain('The server stopped again (SIGKILL), within a minute of each of its last 3 starts.')
  expect(lines.filter((line) => line.includes('unexpectedly'))).toHaveLength(3)
  await expect(pid()).rejects.toThrow('fetch failed')
  await server.stop()
})
