import type { Figure } from './benchmark.ts'
import { compare } from './compare.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'authenticated-read'

/** Measures an authenticated read against the same query without authentication. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { url, db } = await cluster.openShop()
  const registered = await fetch(`${url}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Asha Patil', phone_number: '9876543210', email: 'asha@example.com', type: 'enroll' }),
  })
  const { access } = (await registered.json()) as { access: string }
  const sessions = await db.query<{ id: string }>('select id from sessions')
  const headers = { authorization: `Bearer ${access}` }
  const { a, b, ratio } = await compare(
    { warmUp: 1000, measured: 4000 },
    () => ({ url: `${url}/api/auth/profile/`, headers }),
    () => ({ url: `${url}/bare-profile/${sessions.rows[0]?.id}` }),
  )
  return [
    {
      title: 'profile, signed in / the bare query',
      value: ratio,
      unit: 'ratio',
      goal: { atMost: 1.6 },
      detail: `${a.toFixed(2)} ms / ${b.toFixed(2)} ms`,
    },
  ]
}
