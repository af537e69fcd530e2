import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#tests/faults/spawn-server.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { providePrograms, withSystem } from './debian.ts'

const examples = join(import.meta.dirname, '../../deploy')
const host = 'school.example'

interface Proxied {
  /** Makes a request as a browser of the school does. */
  open(path: string, given?: { method?: string; headers?: Record<string, string> }): ReturnType<typeof request>
}

/** A folder of this test, removed afterwards. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a program until the test ends. */
function runProgram(program: string, args: string[], env: Record<string, string> = {}): void {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...withSystem(), ...env } })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  onTestFinished(async (context) => {
    if (context.task.result?.state === 'fail') console.error(said)
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
}

/** nginx with the example, on ports of this test and with a certificate of its own. */
async function startNginx(upstream: string): Promise<Proxied> {
  providePrograms({ nginx: 'nginx-light', openssl: 'openssl' })
  const [plain = 0, secure = 0] = await findFreePorts(2)
  const folder = makeFolder()
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`]
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = readFileSync(join(examples, 'nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:3000', upstream)
    .replaceAll(/listen \[::\].*\n/g, '\n')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replaceAll(`/etc/letsencrypt/live/${host}`, folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  const main = `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), main)
  runProgram('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'])
  await until('nginx listens', () => answers(`http://127.0.0.1:${plain}/`))
  const redirect = await fetch(`http://127.0.0.1:${plain}/courses?q=a`, { redirect: 'manual', headers: { connection: 'close' } })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([308, 'https://127.0.0.1/courses?q=a'])
  return {
    open: (path, { method = 'GET', headers = {} } = {}) =>
      secureRequest({ host: '127.0.0.1', port: secure, path, method, headers: { host, ...headers }, rejectUnauthorized: false }),
  }
}

/** Caddy with the example, without a certificate, which it would ask an authority for. */
async function startCaddy(upstream: string): Promise<Proxied> {
  providePrograms({ caddy: 'caddy' })
  const [port = 0] = await findFreePorts(1)
  const folder = makeFolder()
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(join(examples, 'Caddyfile'), 'utf8')}`)
  const env = {
    SITE_ADDRESS: `http://${host}:${port}`,
    UPSTREAMS: upstream,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  runProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file], env)
  await until('Caddy listens', () => answers(`http://127.0.0.1:${port}/`))
  return {
    open: (path, { method = 'GET', headers = {} } = {}) =>
      request({ host: '127.0.0.1', port, path, method, headers: { host: `${host}:${port}`, ...headers } }),
  }
}

const answers = async (url: string) => (await fetch(url, { redirect: 'manual' }).catch(() => undefined)) !== undefined

interface Seen {
  headers: IncomingMessage['headers']
  /** Bytes of the body that have come. */
  bytes: number
}

/** Stands for the product: it says what has come, answers in two parts, and takes an upgrade. */
async function startUpstream() {
  const seen: Seen[] = []
  const second = Promise.withResolvers<void>()
  const server = createServer((incoming, response) => {
    const one: Seen = { headers: incoming.headers, bytes: 0 }
    if (incoming.url !== '/ready') seen.push(one)
    incoming.on('data', (part: Buffer) => (one.bytes += part.length))
    if (incoming.url === '/parts') {
      response.write('first ')
      void second.promise.then(() => response.end('second'))
      return
    }
    incoming.on('end', () => response.end(String(one.bytes)))
  })
  server.on('upgrade', (incoming, socket) => {
    const accept = createHash('sha1')
      .update(`${incoming.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on('data', (part: Buffer) => socket.write(part))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen, sendSecond: second.resolve }
}

const bodyOf = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray()).toString()

for (const [name, start] of Object.entries({ nginx: startNginx, Caddy: startCaddy })) {
  test(`${name} passes addresses, uploads, parts and sockets on`, { timeout: 240_000 }, async () => {
    const { address, seen, sendSecond } = await startUpstream()
    const { open } = await start(address)

    // The address of the visitor, not the one that he names.
    const asked = open('/courses', { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'ftp' } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    await bodyOf(answer)
    expect(seen.at(-1)?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': name === 'nginx' ? 'https' : 'http',
      host: expect.stringContaining(host),
    })

    // The first bytes of an upload are there before the last were sent, and 40 MB are not refused.
    const upload = open('/upload', { method: 'POST', headers: { 'content-length': String(40 * 1024 ** 2) } })
    upload.write(Buffer.alloc(1024 ** 2))
    await until('the first part has come', async () => (seen.at(-1)?.bytes ?? 0) >= 1024 ** 2)
    upload.end(Buffer.alloc(39 * 1024 ** 2))
    const [stored] = (await once(upload, 'response')) as [IncomingMessage]
    expect(await bodyOf(stored)).toBe(String(40 * 1024 ** 2))

    // The first part of an answer is there before the second was written.
    const [parts] = (await once(open('/parts').end(), 'response')) as [IncomingMessage]
    const [first] = (await once(parts, 'data')) as [Buffer]
    expect(first.toString()).toBe('first ')
    sendSecond()
    expect(await bodyOf(parts)).toBe('second')

    const key = randomBytes(16).toString('base64')
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': key, 'sec-websocket-version': '13' }
    const [upgraded, socket] = (await once(open('/live', { headers }).end(), 'upgrade')) as [IncomingMessage, NodeJS.Socket]
    expect(upgraded.statusCode).toBe(101)
    ;(socket as NodeJS.WritableStream).write('hello')
    const [echoed] = (await once(socket, 'data')) as [Buffer]
    expect(echoed.toString()).toBe('hello')
    ;(socket as unknown as { destroy(): void }).destroy()
  })
}
