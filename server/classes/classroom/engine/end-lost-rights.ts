import type { System } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { callEngine, type EngineAddress, readEngineState, roomPath } from './call-engine.ts'
import { keepPeopleWithRight, readPersonKey } from './class-rights.ts'

/**
 * Ends the streams of people who may no longer be in a class: refunded, removed, late with a part, or the class is over. One query,
 * whatever the number of people.
 */
export async function endLostRights(deps: Pick<Deps, 'config' | 'db'>, _system: System, engine: EngineAddress): Promise<void> {
  const { rooms } = await readEngineState(deps, engine)
  const present = rooms.flatMap(({ room, people }) =>
    people.map((key) => ({ key, sessionId: Number(room), person: readPersonKey(key) })),
  )
  if (present.length === 0) return
  const known = present.flatMap(({ sessionId, person }) => (person ? [{ sessionId, person }] : []))
  const kept = await keepPeopleWithRight(deps.db, known)
  for (const { sessionId, key } of present) {
    if (!kept.has(`${sessionId} ${key}`)) {
      await callEngine(deps, engine, { method: 'DELETE', path: roomPath(sessionId), query: { person: key } })
    }
  }
}
