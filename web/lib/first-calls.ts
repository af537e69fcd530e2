import { timings } from '#contract/rules.ts'

/**
 * The calls that a student's page makes first. The script in the head sends them, so that their answers arrive with the code of the
 * page, not after it. `ownPageMeta` names them.
 */
interface FirstCalls {
  authorization: string
  /** Milliseconds on the clock of the document. */
  sentAt: number
  /** By path below the API root. */
  responses: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    firstCalls?: FirstCalls
  }
}

/** Milliseconds for which a response may wait to be taken. A page measures the server's time from the moment that it takes one. */
const longestWait = 10_000

export const bearer = (access: string) => `Bearer ${access}`

/** The headers of every call. */
export const headersOf = (authorization: string | null) => ({
  accept: 'application/json',
  ...(authorization ? { authorization } : {}),
})

/** Ends a read that gets no answer. */
export const readTimeout = () => AbortSignal.timeout(timings.readTimeout)

export function sendFirstCalls(access: string): void {
  const paths = document.querySelector<HTMLMetaElement>('meta[name=first-calls]')?.content.split(' ') ?? []
  const authorization = bearer(access)
  const send = (path: string) => {
    const response = fetch(`/api${path}`, { headers: headersOf(authorization), credentials: 'omit', signal: readTimeout() })
    // A failure counts for the call that takes the response.
    response.catch(() => {})
    return [path, response] as const
  }
  window.firstCalls = { authorization, sentAt: performance.now(), responses: new Map(paths.map(send)) }
}

/** Returns the response of a first call, once, or undefined. */
export function takeFirstCall(path: string, authorization: string | null): Promise<Response> | undefined {
  const calls = window.firstCalls
  if (!calls || calls.authorization !== authorization || performance.now() - calls.sentAt > longestWait) return undefined
  const response = calls.responses.get(path)
  calls.responses.delete(path)
  return response
}
