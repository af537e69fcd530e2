import type { WebSocket } from '@fastify/websocket'
import { expect, test } from 'vitest'
import type { ClassEvent, KeptEvent } from '#contract/classes/live-messages.ts'
import { ClassConnection } from './class-connection.ts'

function open(role: 'host' | 'participant' = 'participant') {
  const sent: ClassEvent[] = []
  const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => sent.push(JSON.parse(text) as ClassEvent) }
  const person = { id: 'student-1', name: 'Asha Patil', role }
  const connection = new ClassConnection(
    socket as unknown as WebSocket,
    { id: 1, sessionId: 1, person },
    { kind: 'student', id: 1 },
  )
  return { connection, sent, ids: () => sent.map((event) => ('id' in event ? event.id : event.type)) }
}

const topic = (id: number): KeptEvent => ({ type: 'topic', id, at: '2031-02-03T14:00:00.000Z', title: 'Closures', number: id })
const lost: ClassEvent = { type: 'lost', at: '2031-02-03T14:00:00.000Z', count: 1 }

test('events told during a replay come after it, each once', async () => {
  const { connection, ids } = open()
  const older = Promise.withResolvers<KeptEvent[]>()
  const replayed = connection.replay(() => older.promise)
  for (const id of [3, 4]) connection.tell(topic(id))
  expect(ids()).toEqual([])
  older.resolve([topic(1), topic(2), topic(3)])
  await replayed
  // A notification may be older than what was read.
  connection.tell(topic(2))
  connection.tell(topic(5))
  expect(ids()).toEqual([1, 2, 3, 4, 5])
})

test('two replays at once release what waits after the last', async () => {
  const { connection, ids } = open()
  const [first, second] = [Promise.withResolvers<KeptEvent[]>(), Promise.withResolvers<KeptEvent[]>()]
  const replays = [connection.replay(() => first.promise), connection.replay(() => second.promise)]
  connection.tell(topic(3))
  first.resolve([topic(1)])
  await replays[0]
  expect(ids()).toEqual([1])
  second.resolve([topic(2)])
  await replays[1]
  expect(ids()).toEqual([1, 2, 3])
})

test('a replay that fails loses nothing that was told', async () => {
  const { connection, ids } = open()
  const replay = connection.replay(() => Promise.reject(new Error('the database is away')))
  connection.tell(topic(1))
  await expect(replay).rejects.toThrow('away')
  expect(ids()).toEqual([1])
})

test('a copy is confirmed after the events before it', () => {
  const { connection, ids } = open()
  connection.tell(topic(1))
  // Another process has stored 2 and 3, and their notifications are on their way.
  connection.confirm(topic(3))
  expect(ids()).toEqual([1])
  for (const id of [2, 3]) connection.tell(topic(id))
  connection.confirm(topic(3))
  expect(ids()).toEqual([1, 2, 3, 3])
})

test('the pulse is told to teachers alone', () => {
  const [host, student] = [open('host'), open()]
  for (const { connection } of [host, student]) connection.tell(lost)
  expect([host.ids(), student.ids()]).toEqual([['lost'], []])
})
