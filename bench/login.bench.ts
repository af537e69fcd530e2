import type { Figure } from './benchmark.ts'
import { compare } from './compare.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'login'

const rounds = { warmUp: 100, measured: 500 }

/** The response time must not reveal whether an address has an account. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { url, db } = await cluster.openShop()
  const all = rounds.warmUp + rounds.measured
  await db.query(
    `insert into users (email, full_name, verified_at)
     select 'known' || n || '@example.com', 'Asha Patil', now() from generate_series(0, $1::int) n`,
    [all],
  )
  const login = (email: string) => ({ url: `${url}/api/auth/login/`, method: 'POST' as const, body: { email } })
  const { a, b, ratio } = await compare(
    rounds,
    (round) => login(`known${round}@example.com`),
    (round) => login(`other${round}@example.com`),
  )
  return [
    {
      title: 'login of a known address / of an unknown one; 1 reveals nothing',
      value: ratio,
      unit: 'ratio',
      detail: `${a.toFixed(2)} ms / ${b.toFixed(2)} ms`,
    },
  ]
}
