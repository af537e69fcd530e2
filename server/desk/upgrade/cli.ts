import type { HealthCheck } from '#contract/desk/staff/health.ts'
import type { Printed } from '#server/platform/cli/printed.ts'
import type { RetiredSetting } from '#server/platform/release/release.ts'
import type { PlannedMigration, PlannedStatement } from './plan-upgrade.ts'

const usage = 'npm run upgrade:check -- [--json] [--rehearse]'
/** Seconds for which a school may stand still without a word to its people. */
const shortest = 5

/** What an upgrade would do. */
export interface Upgrade {
  /** The version that runs; undefined when the server does not answer. */
  from: string | undefined
  to: string
  migrations: PlannedMigration[]
  /** Variables of this school that the new version does not read. */
  settings: RetiredSetting[]
  /** Of the backups and the disk. */
  checks: HealthCheck[]
  /** Seconds that the migrations took on the newest backup; undefined without a rehearsal. */
  rehearsedSeconds: number | undefined
}

interface Asked {
  rehearse: boolean
}

/** Prints what a new version will do before it does it. The code is 1 when something needs a person, and 2 after a wrong call. */
export async function runUpgradeCheck(plan: (asked: Asked) => Promise<Upgrade>, args: readonly string[]): Promise<Printed> {
  const known = new Set(['--json', '--rehearse'])
  if (args.some((arg) => !known.has(arg)) || new Set(args).size !== args.length) return { lines: [usage], code: 2 }
  const upgrade = await plan({ rehearse: args.includes('--rehearse') })
  const worries = worriesOf(upgrade)
  const ok = worries.length === 0
  if (args.includes('--json')) return { lines: [JSON.stringify({ ok, ...upgrade, worries })], code: ok ? 0 : 1 }
  return {
    lines: [...linesOf(upgrade), ...worries.map((worry) => `!!  ${worry}`), ...(ok ? ['Nothing needs you.'] : [])],
    code: ok ? 0 : 1,
  }
}

const standstill = (migrations: readonly PlannedMigration[]) =>
  migrations.flatMap(({ statements }) => statements).filter(({ blocks }) => blocks !== 'none')

function worriesOf({ migrations, settings, checks }: Upgrade): string[] {
  const seconds = standstill(migrations).reduce((sum, one) => sum + one.seconds, 0)
  const contracts = migrations.filter(({ step }) => step === 'contract').map(({ name }) => name)
  return [
    ...(seconds > shortest
      ? [`Calls may wait for about ${Math.ceil(seconds)} seconds. Do it when no class is held and nobody pays.`]
      : []),
    ...(contracts.length > 0
      ? [`There is no way back over ${contracts.join(', ')} but a backup. Make one first: npm run backup.`]
      : []),
    ...settings.map(({ name, since, advice }) => `${name} is not read since ${since}. ${advice}`),
    ...checks.filter(({ ok }) => !ok).map(({ title, figure, advice }) => `${title}: ${figure}. ${advice ?? ''}`.trim()),
  ]
}

function linesOf({ from, to, migrations, rehearsedSeconds }: Upgrade): string[] {
  const head =
    from === undefined
      ? `To version ${to}. The server does not answer, so its version is not known.`
      : `From version ${from} to ${to}.`
  const isExpand = migrations.every(({ step }) => step === 'expand')
  return [
    head,
    migrations.length === 0 ? 'The database has all migrations already.' : `${migrations.length} migrations:`,
    ...migrations.flatMap(({ name, step, statements }) => [
      `    ${name}${step === 'contract' ? ' (contract step)' : ''}`,
      ...statements.map((one) => `        ${lineOf(one)}`),
    ]),
    ...(rehearsedSeconds === undefined ? [] : [`On the newest backup they took ${rehearsedSeconds.toFixed(1)} seconds.`]),
    ...(migrations.length > 0 && isExpand ? ['The version before runs on the new tables too: it may be started again.'] : []),
  ]
}

function lineOf({ table, blocks, rows, seconds }: PlannedStatement): string {
  const waits = blocks === 'reads' ? 'nobody reads or writes' : blocks === 'writes' ? 'nobody writes' : 'nobody waits for'
  return `${waits} ${table} (${Math.round(rows).toLocaleString('en-IN')} rows), ${seconds < 0.1 ? 'a moment' : `about ${seconds} s`}`
}
