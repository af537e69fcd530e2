// Runs unit and integration tests. `--changed [COMMIT]` runs those of the files that differ from a commit, by default the last one.
import { join } from 'node:path'
import { findChanged, listFiles } from './find-changed.ts'
import { findTests } from './find-tests.ts'
import { runNode } from './run-process.mjs'

const root = join(import.meta.dirname, '..')

/** Returns the arguments for vitest, or null when no test is to run. */
function select(args: string[]): string[] | null {
  const at = args.indexOf('--changed')
  if (at === -1) return args
  const next = args[at + 1]
  const commit = next === undefined || next.startsWith('-') ? undefined : next
  const others = args.toSpliced(at, commit === undefined ? 1 : 2)
  const changed = findChanged(root, commit)
  const isLong = process.env.TEST_LONG === '1'
  const tests = findTests(root, listFiles(root), changed).filter((test) => test.includes('.long.') === isLong)
  console.log(`${count(changed.length, 'changed file')}, ${count(tests.length, 'test file')}`)
  return tests.length === 0 ? null : [...tests, ...others]
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

const args = select(process.argv.slice(2))
if (args) {
  process.exitCode = await runNode(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: root,
    env: process.env,
  })
}
