import { compare } from './compare.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'cached-page'

const rounds = { warmUp: 1000, measured: 4000 }

/** Measures a cached public page against a fixed buffer from a bare `node:http` server. */
export async function run(cluster: Cluster): Promise<string[]> {
  const { url, bareUrl } = await cluster.openShop()
  const first = await fetch(`${url}/home`, { headers: { 'accept-encoding': 'br' } })
  const etag = first.headers.get('etag') ?? ''
  const bytes = first.headers.get('content-length') ?? '?'
  await first.arrayBuffer()
  const bare = () => ({ url: bareUrl })
  const page = (headers: Record<string, string>) => () => ({ url: `${url}/home`, headers })
  const full = await compare(rounds, page({ 'accept-encoding': 'br' }), bare)
  const unchanged = await compare(rounds, page({ 'accept-encoding': 'br', 'if-none-match': etag }), bare)
  const line = ({ a, b, ratio }: typeof full, title: string) =>
    `${title}  ${ratio.toFixed(3)}  (${a.toFixed(3)} ms / ${b.toFixed(3)} ms)`
  return [
    line(full, `cached page, ${bytes} bytes in brotli / 30 KB buffer`),
    line(unchanged, 'cached page, unchanged (304) / 30 KB buffer'),
  ]
}
