import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'
import { sendMixedLoad } from './mixed-load.ts'
import type { Cluster } from './open-cluster.ts'
import { sinkMail } from './sink-mail.ts'
import { spawnMain } from './spawn-main.ts'

export const name = 'soak'

const minutes = 10

/** Measures whether the memory of the server stays flat under ten minutes of load. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  await loadDemo(db, new Date())
  const sink = await sinkMail()
  const server = await spawnMain(databaseUrl, sink.url)
  try {
    // The medians of minutes, because memory rises until garbage is collected.
    const used: number[] = []
    for (let minute = 0; minute < minutes; minute += 1) {
      const samples: number[] = []
      await sendMixedLoad(server.url, 60, async () => void samples.push((await server.usage()).memory / 1024 / 1024))
      used.push(median(samples))
    }
    const thirdOf = (part: number) => median(used.slice(1 + part * 3, 4 + part * 3))
    return [
      {
        title: 'memory in the last three of ten minutes of load / in minutes two to four',
        value: thirdOf(2) / thirdOf(0),
        unit: 'ratio',
        goal: { atMost: 1.05 },
        detail: `${used.map((each) => each.toFixed(0)).join(' ')} MB`,
      },
      { title: 'memory under load, highest minute', value: Math.max(...used), unit: 'MB', goal: { atMost: 350 } },
    ]
  } finally {
    await server.stop()
    sink.close()
  }
}
