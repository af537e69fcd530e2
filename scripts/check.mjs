// Checks types, lint, format and rules before a commit. An argument names the commit since which files count as changed.
import { fileURLToPath } from 'node:url'
import { findChanged, listFiles } from './find-changed.ts'
import { isCode } from './read-imports.ts'
import { runCheck, runChecker } from './run-check.mjs'
import { endWithNpm } from './run-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const existing = new Set(listFiles(root))
const changed = findChanged(root, process.argv[2]).filter((file) => existing.has(file))

/** Tests that read the sources. Most compare files with each other, so they read all. */
const rules = [
  'scripts/check-tables.test.ts',
  'scripts/sql-rules.test.ts',
  'scripts/statement-names.test.ts',
  'scripts/type-assertions.test.ts',
  'tests/rules/',
  'tests/runner/isolated.test.ts',
  'tests/security/sources.test.ts',
]

async function checkTypesAndLint() {
  const types = await runCheck('types', () => runChecker(root, 'scripts/typecheck.mjs', '--direct'))
  const code = changed.filter(isCode)
  // Without a file it would read all.
  if (code.length === 0) return [types]
  const oxlint = ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']
  return [types, await runCheck('lint', () => runChecker(root, ...oxlint, ...code))]
}

async function checkFormatAndRules() {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', '--files-ignore-unknown=true', '--no-errors-on-unmatched']
  return [
    changed.length > 0 && (await runCheck('format', () => runChecker(root, ...biome, ...changed))),
    await runCheck('imports', () => runChecker(root, 'scripts/check-imports.ts')),
    await runCheck('rules', () => runChecker(root, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...rules)),
  ]
}

endWithNpm()
const results = await Promise.all([checkTypesAndLint(), checkFormatAndRules()])
const failed = results.flat().flatMap((failure) => (failure ? [failure.split(':')[0]] : []))
console.log(
  `${changed.length} changed ${changed.length === 1 ? 'file' : 'files'}: ${failed.length > 0 ? `${failed.join(', ')} failed` : 'all checks passed'}`,
)
process.exitCode = failed.length > 0 ? 1 : 0
