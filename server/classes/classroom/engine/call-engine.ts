import { type EngineState, engineState } from '#contract/classes/classroom-engine.ts'
import type { Deps } from '#server/deps.ts'
import { engineSecret } from './engine-secret.ts'

export interface EngineAddress {
  id: string
  control_url: string
}

const answerTimeoutMs = 8000

/** An engine that does not answer: its process is gone. */
export class EngineGone extends Error {}

interface EngineCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: string
}

/** Calls an engine. @throws EngineGone when it does not answer */
export async function callEngine(
  deps: Pick<Deps, 'config'>,
  { id, control_url }: EngineAddress,
  { method, path, query, body }: EngineCall,
): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return fetch(`${control_url}${path}${search}`, {
    method,
    headers: { authorization: `Bearer ${engineSecret(deps.config, id)}` },
    signal: AbortSignal.timeout(answerTimeoutMs),
    ...(body !== undefined && { body }),
  }).catch((cause: unknown) => {
    throw new EngineGone('the classroom engine does not answer', { cause })
  })
}

/** Reads which classes an engine carries, and who is in them. */
export async function readEngineState(deps: Pick<Deps, 'config'>, engine: EngineAddress): Promise<EngineState> {
  const answer = await callEngine(deps, engine, { method: 'GET', path: '/state' })
  // Another process has its port.
  if (!answer.ok) throw new EngineGone(`the classroom engine answered ${answer.status}`)
  return engineState.parse(await answer.json())
}

/** The path of a class in an engine. */
export const roomPath = (sessionId: number) => `/rooms/${sessionId}`
