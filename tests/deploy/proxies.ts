import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { until } from '#tests/faults/spawn-server.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { providePrograms, withSystem } from './debian.ts'

const examples = join(import.meta.dirname, '../../deploy')
export const host = 'school.example'

export interface Proxied {
  /** Of the school, as browsers see it. */
  origin: string
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

interface Nginx extends Proxied {
  /** The file with the upstream, and the command that has nginx read it again. */
  file: string
  reload: string
}

/** nginx with the example, on ports of this test and with a certificate of its own. */
export async function startNginx(upstreams: readonly string[]): Promise<Nginx> {
  providePrograms({ nginx: 'nginx-light', openssl: 'openssl' })
  const [plain = 0, secure = 0] = await findFreePorts(2)
  const folder = makeFolder()
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`]
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = readFileSync(join(examples, 'nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', upstreams[0] ?? '')
    .replace(upstreams[1] === undefined ? /^$/ : '# server 127.0.0.1:3001', `server ${upstreams[1]}`)
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
    origin: `https://127.0.0.1:${secure}`,
    file: join(folder, 'site.conf'),
    reload: `nginx -c ${join(folder, 'nginx.conf')} -e /dev/null -s reload`,
    open: (path, { method = 'GET', headers = {} } = {}) =>
      secureRequest({ host: '127.0.0.1', port: secure, path, method, headers: { host, ...headers }, rejectUnauthorized: false }),
  }
}

/** Caddy with the example, without a certificate, which it would ask an authority for. */
export async function startCaddy(upstreams: readonly string[]): Promise<Proxied> {
  providePrograms({ caddy: 'caddy' })
  const [port = 0] = await findFreePorts(1)
  const folder = makeFolder()
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(join(examples, 'Caddyfile'), 'utf8')}`)
  const env = {
    SITE_ADDRESS: `http://${host}:${port}`,
    UPSTREAMS: upstreams.join(' '),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  runProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file], env)
  await until('Caddy listens', () => answers(`http://127.0.0.1:${port}/`))
  return {
    origin: `http://127.0.0.1:${port}`,
    open: (path, { method = 'GET', headers = {} } = {}) =>
      request({ host: '127.0.0.1', port, path, method, headers: { host: `${host}:${port}`, ...headers } }),
  }
}

const answers = async (url: string) => (await fetch(url, { redirect: 'manual' }).catch(() => undefined)) !== undefined
