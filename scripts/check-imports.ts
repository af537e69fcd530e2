// Checks imports (types too), runtime import cycles, circles of features, file names, and which files read the environment.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './find-cycles.ts'
import { checkImport, checkPath, featureOf, isTest } from './import-rules.ts'
import { isCode, readImports, resolveImport } from './read-imports.ts'

/** Folders without project code: packages, build output, test results, static files, documents. */
const ignoredFolders = ['node_modules', 'build', 'test-results', 'playwright-report', 'screenshots', 'public', 'docs', 'deploy']

/** Returns every breach of the rules as one line. */
export function checkImports(root: string): { breaches: string[]; files: number } {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignoredFolders.includes(entry.name))
    .map((entry) => entry.name)
    .toSorted()
  const paths = folders.flatMap((folder) => listFiles(root, folder))
  const breaches = paths.flatMap((path) => {
    const reason = checkPath(path)
    return reason ? [`${path}: ${reason}`] : []
  })
  const graph = new Map<string, Set<string>>()
  /** The features of the same district that a feature imports, types too. */
  const features = new Map<string, Set<string>>()

  for (const file of paths.filter(isCode)) {
    const { imports, environmentLines, errors } = readImports(join(root, file))
    breaches.push(...errors.map((error) => `${file}: ${error}`))
    if (file.startsWith('server/') && file !== 'server/config.ts' && !isTest(file)) {
      breaches.push(...environmentLines.map((line) => `${file}:${line}: only server/config.ts reads the environment`))
    }
    const targets = new Set<string>()
    graph.set(file, targets)
    for (const { specifier, line, isType } of imports) {
      const to = resolveImport(root, file, specifier)
      if (to === null) continue
      const reason = checkImport({ from: file, ...to })
      if (reason) breaches.push(`${file}:${line}: imports ${specifier}: ${reason}`)
      if (to.isPackage) continue
      if (!isType) targets.add(to.to)
      if (!isTest(file)) addFeature(features, file, to.to)
    }
  }
  for (const cycle of findCycles(graph)) breaches.push(`${cycle.join(' -> ')} -> ${cycle[0]}: import cycle`)
  for (const circle of findCycles(features)) breaches.push(`${circle.join(' -> ')} -> ${circle[0]}: circle of features`)
  return { breaches, files: graph.size }
}

function addFeature(features: Map<string, Set<string>>, from: string, to: string): void {
  const [here, there] = [featureOf(from), featureOf(to)]
  if (here === null || there === null || here === there) return
  if (here.split('/')[1] !== there.split('/')[1]) return
  const targets = features.get(here) ?? new Set()
  features.set(here, targets.add(there))
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.split('/').includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
}

if (import.meta.main) {
  const { breaches, files } = checkImports(fileURLToPath(new URL('..', import.meta.url)))
  for (const breach of breaches) console.error(breach)
  console.log(`${files} files, ${breaches.length} breaches`)
  if (breaches.length > 0) process.exitCode = 1
}
