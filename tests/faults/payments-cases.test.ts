import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const named: Record<string, string> = {
  crash: 'tests/faults/payments-crash.test.ts',
  browser: 'tests/e2e/payment-faults.test.ts',
}

/** The files that `docs/payments.md` names for each case. */
function listed(): [number, string[]][] {
  return [...read('docs/payments.md').matchAll(/^\| (\d+) \|.*\|.*\| (.+) \|$/gm)].map(([, number, files = '']) => [
    Number(number),
    files.split(', ').map((file) => named[file] ?? file.replaceAll('`', '').replace(/^server\//, 'server/payments/')),
  ])
}

test('each of the forty-four cases is listed with tests that carry its number', () => {
  expect(listed().map(([number]) => number)).toEqual(Array.from({ length: 44 }, (_, index) => index + 1))
  for (const [number, files] of listed()) {
    for (const file of files) {
      expect(read(file), `${file} has a test of case ${number}`).toMatch(new RegExp(`['"\`](\\d+ and )?${number}( and \\d+)?: `))
    }
  }
})
