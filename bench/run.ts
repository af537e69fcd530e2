// `npm run bench [-- NAME …]` prints the ratios of each benchmark. A ratio never makes the run fail.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import { openCluster } from './open-cluster.ts'

const names = process.argv.slice(2)
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'))
const benchmarks = await Promise.all(files.map(async (file) => (await import(join(import.meta.dirname, file))) as Benchmark))
const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))
if (chosen.length === 0) {
  console.error(`No such benchmark: one of ${benchmarks.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const cluster = await openCluster()
try {
  for (const { name, run } of chosen) {
    console.log(name)
    for (const line of await run(cluster)) console.log(`  ${line}`)
  }
} finally {
  await cluster.close()
}
