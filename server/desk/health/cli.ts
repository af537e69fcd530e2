import type { Printed } from '#server/platform/cli/printed.ts'
import type { HealthCheck } from '#contract/desk/staff/health.ts'

const usage = 'npm run health -- [--json]'

/**
 * Prints the checks for an operator or a monitor. The code is 1 when something needs a person, and 2 after a wrong call.
 * @param check looks at the school
 */
export async function runHealth(check: () => Promise<HealthCheck[]>, args: readonly string[]): Promise<Printed> {
  if (args.length > 1 || (args.length === 1 && args[0] !== '--json')) return { lines: [usage], code: 2 }
  const checks = await check()
  const ok = checks.every((one) => one.ok)
  const lines =
    args[0] === '--json'
      ? [
          JSON.stringify({
            ok,
            checks: checks.map(({ name, ok: isFine, figure, advice }) => ({ name, ok: isFine, figure, advice })),
          }),
        ]
      : [...checks.flatMap(linesOf), ok ? 'Nothing needs you.' : 'Somebody has to look at what is marked with !!.']
  return { lines, code: ok ? 0 : 1 }
}

const linesOf = ({ title, ok, figure, advice }: HealthCheck): string[] => [
  `${ok ? 'ok' : '!!'}  ${title}: ${figure}`,
  ...(advice === null ? [] : [`    ${advice}`]),
]
