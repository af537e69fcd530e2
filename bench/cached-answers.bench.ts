import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Figure } from './benchmark.ts'
import type { Bare, Cluster, Shop } from './open-cluster.ts'
import { median } from './compare.ts'
import { sendMixedLoad } from './mixed-load.ts'
import { recordAnswer } from './record-answer.ts'
import { sendLoad } from './send-load.ts'
import { separate } from './separate.ts'

export const name = 'cached-answers'

const rounds = 7
const requests = 10_000
/** Seconds of pages, searches and codes before a server counts as used. */
const secondsOfUse = 240

/** Measures the CPU of cached responses against a bare `node:http` server that sends the same bytes and headers. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const shop = await cluster.openShop()
  await loadDemo(shop.db, new Date())
  const bare = await cluster.openBare()
  return separate([shop.pid, bare.pid], async () => {
    const fresh = await compareAnswers(shop, bare, 'fresh')
    await sendMixedLoad(shop.url, secondsOfUse)
    return [...fresh, ...(await compareAnswers(shop, bare, 'used'))]
  })
}

async function compareAnswers(shop: Shop, bare: Bare, age: 'fresh' | 'used'): Promise<Figure[]> {
  const br = { 'accept-encoding': 'br' }
  const { headers } = await fetch(`${shop.url}/home`, { headers: br })
  const unchanged = { ...br, 'if-none-match': headers.get('etag') ?? '' }
  return [
    await compareCpu(shop, bare, { title: `page in brotli, ${age} server`, path: '/home', headers: br }),
    await compareCpu(shop, bare, { title: `JSON list in brotli, ${age} server`, path: '/api/courses/', headers: br }),
    await compareCpu(shop, bare, { title: `page, 304, ${age} server`, path: '/home', headers: unchanged }),
  ]
}

async function compareCpu(
  shop: Shop,
  bare: Bare,
  given: { title: string; path: string; headers: Record<string, string> },
): Promise<Figure> {
  const answer = await recordAnswer(shop.url + given.path, given.headers)
  await bare.repeat(answer)
  /** Microseconds of CPU of a request. */
  const measure = async (server: Shop | Bare) => {
    const before = await server.cpu()
    await sendLoad(server.url + given.path, given.headers, requests)
    return (((await server.cpu()) - before) * 1000) / requests
  }
  await measure(shop)
  await measure(bare)
  const measured: { own: number; bare: number }[] = []
  for (let round = 0; round < rounds; round += 1) measured.push({ own: await measure(shop), bare: await measure(bare) })
  const ratio = median(measured.map((pair) => pair.bare / pair.own))
  const [own, other] = [median(measured.map((pair) => pair.own)), median(measured.map((pair) => pair.bare))]
  const size = Buffer.from(answer.body, 'base64').length
  return {
    title: `${given.title}: CPU of bare node:http / of the server`,
    value: ratio,
    unit: 'ratio',
    goal: { atLeast: 0.9 },
    detail: `${other.toFixed(1)} µs / ${own.toFixed(1)} µs, ${size} bytes`,
  }
}
