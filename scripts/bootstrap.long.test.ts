import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string

/** Creates a project with the real scripts and with a fake installer and builder that record their runs. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  cpSync(import.meta.dirname, join(root, 'scripts'), { recursive: true })
  write('package.json', '{"type":"module"}')
  write('package-lock.json', '{"packages":{"":{},"node_modules/a":{"version":"1.0.0","integrity":"x"}}}')
  write(
    'npm.js',
    `
    import { appendFileSync, mkdirSync, writeFileSync, symlinkSync } from 'node:fs'
    appendFileSync('installs', process.argv.slice(2).join(' ') + '\\n')
    if (process.env.NO_NETWORK) { console.error('npm error network'); process.exit(1) }
    mkdirSync('node_modules', { recursive: true })
    writeFileSync('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0","integrity":"x"}}}')
    if (process.argv.includes('--omit=dev')) process.exit(0)
    mkdirSync('node_modules/@react-router/dev', { recursive: true })
    mkdirSync('node_modules/vite/bin', { recursive: true })
    writeFileSync('node_modules/vite/bin/vite.js', "require('fs').mkdirSync(process.env.BUILD_DIR + '/console/assets', { recursive: true })")
    writeFileSync('node_modules/@react-router/dev/bin.cjs', "const fs = require('fs'); const build = process.env.BUILD_DIR; fs.appendFileSync('builds', 'x'); fs.mkdirSync(build + '/client/assets', { recursive: true }); const page = fs.readFileSync('web/page.tsx', 'utf8'); fs.writeFileSync(build + '/client/assets/' + page + '.js', ''); if (process.env.BROKEN) { console.error('syntax error'); process.exit(1) } fs.writeFileSync(build + '/page', page)")`,
  )
  write('web/page.tsx', 'one')
  write('scripts/serve.ts', 'console.log(`serving in ${process.env.APP_ENV}`)')
  write(
    'dev/start.ts',
    "const page: string = await (await import('node:fs/promises')).readFile('build/page', 'utf8'); console.log(`page ${page} ${process.env.NODE_ENV}`); process.exitCode = Number(process.env.CODE ?? 0)",
  )
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

const countRuns = (file: string): number => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').length : 0)

async function start(env: Record<string, string> = {}, command = 'start'): Promise<{ code: unknown; out: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), command], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      npm_execpath: join(root, 'npm.js'),
      ...env,
    },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out: out + err }
}

test('the first start installs and builds, later starts only run', async () => {
  expect(await start()).toEqual({ code: 0, out: 'Installing packages …\nBuilding the pages …\npage one production\n' })
  expect(await start({ CODE: '7' })).toEqual({ code: 7, out: 'page one production\n' })
  expect(readFileSync(join(root, 'installs'), 'utf8')).toMatch(/^ci --include=dev --include=optional .*\n$/)
})

test('rebuilds after a page change and reinstalls after a lock change', async () => {
  await start()
  write('web/page.tsx', 'two')
  expect((await start()).out).toBe('Building the pages …\npage two production\n')
  write('package-lock.json', '{"packages":{"":{},"node_modules/a":{"version":"2.0.0","integrity":"y"}}}')
  expect((await start()).out).toContain('Installing packages …')
})

test('accepts a manual installation that matches the lock file', async () => {
  await start()
  rmSync(join(root, 'node_modules', '.installed'))
  expect((await start()).out).toBe('page one production\n')
})

test('repeats an interrupted installation', async () => {
  await start()
  rmSync(join(root, 'node_modules', '.package-lock.json'))
  expect((await start()).out).toContain('Installing packages …')
})

test('a failed build is reported and not used', async () => {
  await start()
  write('web/page.tsx', 'two')
  const failed = await start({ BROKEN: '1' })
  expect(failed.code).toBe(1)
  expect(failed.out).toContain('syntax error\n\nThe pages could not be built')
  expect(readFileSync(join(root, 'build/page'), 'utf8')).toBe('one')
  write('web/page.tsx', 'one')
  expect((await start()).out).toBe('page one production\n')
})

test('a build keeps the files of the version before', async () => {
  const assets = () => readdirSync(join(root, 'build/client/assets')).filter((file) => file.endsWith('.js'))
  for (const page of ['one', 'two', 'three']) {
    write('web/page.tsx', page)
    await start()
  }
  expect(assets()).toEqual(['three.js', 'two.js'])
})

test('a failed installation is reported with advice', async () => {
  const failed = await start({ NO_NETWORK: '1' })
  expect(failed.code).toBe(1)
  expect(failed.out).toContain('npm error network\n\nThe packages could not be installed: check the network')
})

test('a deployment installs no development packages and builds nothing [SEC-090]', async () => {
  const refused = await start({}, 'serve')
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('Run "npm run build" in a development checkout') })
  expect(readFileSync(join(root, 'installs'), 'utf8')).toMatch(/^ci --omit=dev --include=optional .*\n$/)
  expect(countRuns('builds')).toBe(0)
})

test('a deployment serves a copied build', async () => {
  expect((await start({}, 'build')).out).toContain('The pages are in build/')
  const built = join(root, 'build')
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(await start({}, 'serve')).toEqual({ code: 0, out: 'Installing packages …\nserving in production\n' })
  expect(existsSync(built)).toBe(true)
  expect(countRuns('builds')).toBe(1)
})

test('serve builds in a development checkout', async () => {
  await start()
  write('web/page.tsx', 'two')
  expect((await start({}, 'serve')).out).toBe('Building the pages …\nserving in production\n')
})

test('concurrent starts install and build once', async () => {
  const all = await Promise.all([start(), start(), start()])
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(readFileSync(join(root, 'installs'), 'utf8').split('\n')).toHaveLength(2)
  expect(countRuns('builds')).toBe(1)
  expect(existsSync(join(root, '.starting.lock'))).toBe(false)
})

test('takes over the lock of an interrupted start', async () => {
  write('.starting.lock', '999999999')
  expect((await start()).code).toBe(0)
  rmSync(join(root, 'node_modules'), { recursive: true })
  write('.starting.lock', String(process.pid))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(root, '.starting.lock'), longAgo, longAgo)
  expect((await start()).code).toBe(0)
})

test('an unknown command lists the known commands', async () => {
  expect(await start({}, 'toString')).toMatchObject({
    code: 1,
    out: expect.stringContaining('one of start, build, serve, dev, test'),
  })
})
