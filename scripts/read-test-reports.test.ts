import { describe, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './read-test-reports.ts'

describe('reports of vitest', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }

  test('names a failed test with its message', () => {
    const failed = { status: 'failed', fullName: 'sums > subtracts', failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'] }
    const file = { name: 'sums.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] }
    expect(readVitestReport({ numPassedTests: 1, testResults: [file] })).toEqual({
      passed: 1,
      failures: ['sums.test.ts > sums > subtracts\n    expected 1 to be 2'],
    })
  })

  test('counts a file that does not load as a failure', () => {
    const file = { name: 'sums.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
    expect(readVitestReport({ numPassedTests: 0, testResults: [file] }).failures).toEqual(['sums.test.ts\n    no such module'])
  })
})

describe('reports of Playwright', () => {
  const spec = (status: string, message?: string) => ({
    title: 'pays',
    file: 'paying.test.ts',
    line: 7,
    tests: [{ status, results: [message === undefined ? {} : { error: { message } }] }],
  })
  const report = (specs: unknown[], errors: unknown[] = []) => ({
    stats: { expected: 3 },
    suites: [{ suites: [{ specs }] }],
    errors,
  })

  test('names failed and flaky tests in nested suites', () => {
    const specs = [spec('expected'), spec('unexpected', 'no button'), spec('flaky', 'late')]
    expect(readPlaywrightReport(report(specs))).toEqual({
      passed: 3,
      failures: ['paying.test.ts:7 > pays\n    no button', 'paying.test.ts:7 > pays\n    late'],
    })
  })

  test('reports an error outside of the tests once', () => {
    const errors = [{ message: 'no server' }, { message: 'no browser' }]
    expect(readPlaywrightReport(report([spec('expected')], errors)).failures).toEqual(['playwright\n    no server'])
  })
})
