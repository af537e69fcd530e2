import { z } from 'zod'

export type Counts = { passed: number; failed: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/** What vitest's JSON report counts: a file that could not be loaded is a failed test. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** What Playwright's JSON report counts: a test that passed only at times failed. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = playwrightReport.parse(report)
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed === 0 ? Math.min(errors.length, 1) : failed }
}
