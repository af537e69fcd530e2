import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** What a runner reports. `failures` has one text for each failed test, or file that did not load. */
export type TestReport = { passed: number; failures: string[] }

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
})

type PlaywrightSuite = { specs?: z.infer<typeof playwrightSpec>[]; suites?: PlaywrightSuite[] }

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
)

const playwrightReport = z.object({
  stats: z.object({ expected: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** Reads the JSON report of vitest. A file that fails to load is a failure. */
export function readVitestReport(report: unknown): TestReport {
  const { numPassedTests, testResults } = vitestReport.parse(report)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [describeFailure(name, message)] : []
    return failed.map((one) => describeFailure(`${name} > ${one.fullName}`, one.failureMessages?.[0]))
  })
  return { passed: numPassedTests, failures }
}

/** Reads the JSON report of Playwright. A flaky test is a failure. An error outside of the tests counts when no test failed. */
export function readPlaywrightReport(report: unknown): TestReport {
  const { stats, suites, errors } = playwrightReport.parse(report)
  const failures = specsOf(suites).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => describeFailure(`${file}:${line} > ${title}`, results.find((one) => one.error)?.error?.message)),
  )
  if (failures.length > 0) return { passed: stats.expected, failures }
  return { passed: stats.expected, failures: errors.slice(0, 1).map(({ message }) => describeFailure('playwright', message)) }
}

function specsOf(suites: PlaywrightSuite[]): z.infer<typeof playwrightSpec>[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}

/** The start of a message: what failed, and the first values. */
function describeFailure(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, 12)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}
