import { setTimeout as wait } from 'node:timers/promises'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Figure } from './benchmark.ts'
import type { Cluster } from './open-cluster.ts'
import { sinkMail } from './sink-mail.ts'
import { authSecret, spawnMain } from './spawn-main.ts'

const people = 100
const seconds = 60

/** Measures what a hundred people who are in a class and write nothing cost the web process. */
export async function measureIdleClass(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  await loadDemo(db, new Date())
  const { rows: classes } = await db.query<{ id: number; batch_id: number }>(
    `update class_sessions set classroom_provider = 'builtin'
     where id = (select id from class_sessions where starts_at > now() and state = 'scheduled' order by starts_at limit 1)
     returning id, batch_id`,
  )
  await db.query(`update app_clock set "offset" = (select starts_at from class_sessions where id = $1) - now()`, [classes[0]?.id])
  const { rows: students } = await db.query<{ user_id: number; session: string }>(
    `with made as (
       insert into users (email, full_name, verified_at)
       select 'student-' || n || '@example.com', 'Asha Patil', app_now() from generate_series(1, $2::int) n returning id
     ), placed as (insert into enrolments (user_id, batch_id, created_at) select id, $1, app_now() from made)
     insert into sessions (id, user_id, idle_expires_at, expires_at)
     select gen_random_uuid(), id, 'infinity', 'infinity' from made returning user_id::float8, id as session`,
    [classes[0]?.batch_id, people],
  )
  const sink = await sinkMail()
  const server = await spawnMain(databaseUrl, sink.url)
  const sockets: WebSocket[] = []
  try {
    for (const { user_id: user, session } of students) {
      const now = Math.floor(Date.now() / 1000)
      const token = await signAccessToken({ config: { authSecrets: [authSecret] } }, user, session, now)
      const { live_url, ticket } = await enter(`${server.url}/api/classroom/${classes[0]?.id}/enter/`, token)
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}${live_url}?ticket=${ticket}`)
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        socket.addEventListener('open', () => resolve())
        socket.addEventListener('error', () => reject(new Error('a student could not connect')))
      })
    }
    await wait(2000)
    const before = await server.usage()
    await wait(seconds * 1000)
    const core = (100 * ((await server.usage()).cpu - before.cpu)) / seconds
    return [
      { title: `CPU of the server for ${people} people who listen, of a core`, value: core, unit: '%', goal: { atMost: 5 } },
    ]
  } finally {
    for (const socket of sockets) socket.close()
    await server.stop()
    sink.close()
  }
}

/** Enters as a browser does, again while the media engine starts. */
async function enter(url: string, token: string): Promise<EnteredClass> {
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    if (answer.ok) return (await answer.json()) as EnteredClass
    if (answer.status !== 503) throw new Error(`entering the class: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    await wait(500)
  }
}
