import type { Figure } from './benchmark.ts'
import { compare } from './compare.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'limits'

/** Measures a rate-limited call against the same call without a limit, on one connection. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { url } = await cluster.openShop()
  const figures: Figure[] = []
  for (const [kind, method, measured] of [
    ['read', 'GET', 4000],
    ['write', 'POST', 1000],
  ] as const) {
    const { a, b, ratio } = await compare(
      { warmUp: measured / 4, measured },
      () => ({ url: `${url}/counted-${kind}`, method }),
      () => ({ url: `${url}/uncounted-${kind}`, method }),
    )
    figures.push({
      title: `${kind}, counted / not counted`,
      value: ratio,
      unit: 'ratio',
      detail: `${a.toFixed(2)} ms / ${b.toFixed(2)} ms`,
    })
  }
  return figures
}
