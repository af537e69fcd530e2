import { dirname, join } from 'node:path'
import { isCode, readRuntimeImports, resolveImport } from './read-imports.ts'

/** Files that use the whole product, and what sets up a test. A test that reaches a file only through them is not about that file. */
const compositions: readonly string[] = [
  'server/app.ts',
  'server/features.ts',
  'server/main.ts',
  'console/navigation.ts',
  'console/routes.tsx',
  'web/routes.ts',
]
const isComposition = (file: string): boolean => compositions.includes(file) || (file.startsWith('tests/') && !isUnitTest(file))

const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/e2e/')

/**
 * Returns the unit tests of changed files: those that import them, also through other files, and those in the folder of a changed file
 * and of each file of the server that imports it. Tests of the server call it over HTTP, so they import nothing of what they test.
 * @param files all files of the project
 */
export function findTests(root: string, files: readonly string[], changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>()
  for (const file of files.filter(isCode)) {
    for (const to of importsOf(root, file)) importers.set(to, [...(importers.get(to) ?? []), file])
  }
  const reached = new Set(changed)
  for (const file of reached) {
    if (isComposition(file) && !changed.includes(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  const tests = files.filter(isUnitTest)
  const folders = new Set(
    changed.flatMap((file) => [file, ...(importers.get(file) ?? []).filter(isServer)]).map((file) => folderOf(file, tests)),
  )
  return tests.filter((test) => reached.has(test) || folders.has(dirname(test))).toSorted()
}

const isServer = (file: string): boolean => file.startsWith('server/') && !isComposition(file)

/** The folder of a file, or the nearest one above it that has tests. Undefined when there is none inside of the top folder. */
function folderOf(file: string, tests: readonly string[]): string | undefined {
  for (let folder = dirname(file); folder.includes('/'); folder = dirname(folder)) {
    if (tests.some((test) => dirname(test) === folder)) return folder
  }
  return undefined
}

/** Returns whether one of the files is the target, or imports it, also through other files. */
export function reaches(root: string, files: readonly string[], target: string): boolean {
  const seen = new Set(files)
  for (const file of seen) {
    if (file === target) return true
    if (isCode(file)) for (const to of importsOf(root, file)) seen.add(to)
  }
  return false
}

const known = new Map<string, string[]>()

function importsOf(root: string, file: string): string[] {
  const path = join(root, file)
  const found =
    known.get(path) ??
    readRuntimeImports(path)
      .flatMap((specifier) => resolveImport(root, file, specifier) ?? [])
      .flatMap(({ to, isPackage }) => (isPackage ? [] : [to]))
  known.set(path, found)
  return found
}
