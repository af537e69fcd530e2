// `npm run bench [-- NAME …] [--save]` prints a table of figures beside those of `baseline.json`. A figure never makes
// the run fail, a benchmark that cannot be measured does.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Benchmark, Figure } from './benchmark.ts'
import { openCluster } from './open-cluster.ts'

interface Measured extends Figure {
  benchmark: string
  /** Load average of the last minute before the benchmark. */
  load: number
}

const { positionals: names, values: options } = parseArgs({ options: { save: { type: 'boolean' } }, allowPositionals: true })
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'))
const benchmarks = await Promise.all(files.map(async (file) => (await import(join(import.meta.dirname, file))) as Benchmark))
const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))
if (chosen.length === 0) {
  console.error(`No such benchmark: one of ${benchmarks.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

/** Figures of an earlier run, which `--save` replaces. */
const baselineFile = join(import.meta.dirname, 'baseline.json')
const baseline = existsSync(baselineFile) ? (JSON.parse(readFileSync(baselineFile, 'utf8')) as Measured[]) : []
/** Figures of the last run. */
const latestFile = join(import.meta.dirname, 'latest.json')
const latest: Measured[] = []

console.log(row(['figure', 'value', 'goal', 'baseline', 'change', 'load']))
const cluster = await openCluster()
try {
  for (const { name, run } of chosen) {
    const load = loadavg()[0] ?? 0
    console.log(name)
    try {
      for (const figure of await run(cluster)) {
        latest.push({ ...figure, benchmark: name, load })
        print(name, figure, load)
      }
      save()
    } catch (error) {
      // The others are measured all the same.
      console.error(`  ${name} failed:`, error)
      process.exitCode = 1
    }
  }
} finally {
  await cluster.close()
}

/** After each benchmark, because all of them take an hour. */
function save(): void {
  const isSame = (one: Measured, other: Measured) => one.benchmark === other.benchmark && one.title === other.title
  const write = (file: string, figures: Measured[]) => writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`)
  write(latestFile, latest)
  if (options.save) write(baselineFile, [...baseline.filter((old) => !latest.some((figure) => isSame(old, figure))), ...latest])
}

function print(benchmark: string, figure: Figure, load: number): void {
  const { title, value, unit, goal, detail } = figure
  const before = baseline.find((one) => one.benchmark === benchmark && one.title === title)?.value
  const isReached = goal === undefined || ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost)
  const wanted = goal === undefined ? '' : 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
  const cells = [
    `${isReached ? '✓' : '✗'} ${title}`,
    written(value, unit),
    wanted,
    before === undefined ? '' : written(before, unit),
    changeSince(before, value),
    load.toFixed(1),
  ]
  console.log(row(cells) + (detail ? `  ${detail}` : ''))
}

/** In percent; of nothing there is none. */
function changeSince(before: number | undefined, value: number): string {
  if (before === undefined || (before === 0 && value !== 0)) return ''
  const percent = before === 0 ? 0 : (100 * (value - before)) / before
  return `${percent >= 0 ? '+' : '−'}${Math.abs(percent).toFixed(0)} %`
}

function written(value: number, unit: Figure['unit']): string {
  const digits = Math.abs(value) < 10 ? 2 : 0
  return unit === 'ratio' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
}

function row([title = '', ...cells]: string[]): string {
  return `  ${title.padEnd(66)}${cells.map((cell) => cell.padStart(16)).join('')}`
}
