import { ApiError, ConnectionError, createClient, pathOf, type Received, type Sent } from '#contract/client.ts'
import { type AnswerOf, type Endpoint, type InputOf, onlyReads } from '#contract/endpoint.ts'
import { timings } from '#contract/rules.ts'
import { saveFile } from '#ui/save-file.ts'
import { renew } from './renew.ts'
import { sendForm } from './send-form.ts'
import { readAccess, readSession, signedInAgain } from './session.ts'
import { stepUp } from './step-up.ts'

/**
 * The contract's client of staff. A call whose session has ended waits until the person has signed in again; a call
 * that needs the second factor waits for the dialog. Both then go on.
 */
export const call = createClient(async (sent, endpoint) => {
  const isSignedIn = endpoint.access !== 'public' && readSession().state !== 'out' && readAccess() !== null
  const response = await (isSignedIn || typeof endpoint.access === 'object' ? authorised(sent) : ask(sent, null))
  return read(response)
})

/** Saves a file that an endpoint of staff answers. @throws ApiError */
export function download(endpoint: Pick<Endpoint, 'path'>, query: object, filename: string, params: object = {}): Promise<void> {
  return save(pathOf(endpoint.path, params, query), filename)
}

async function save(path: string, filename: string): Promise<void> {
  const response = await authorised({ method: 'GET', path, body: undefined })
  if (!response.ok) throw new ApiError(await read(response))
  const named = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(named ?? filename, await response.blob())
}

/**
 * Sends a form with a file. `onProgress` hears the share of its bytes that have been sent.
 * @throws ApiError, ConnectionError
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onProgress: (share: number) => void,
): Promise<AnswerOf<E>> {
  const send = createClient(async (sent) => read(await authorised(sent, (again, access) => sendForm(again, access, onProgress))))
  return (send as (endpoint: E, input: InputOf<E>) => Promise<AnswerOf<E>>)(endpoint, input)
}

type Ask = (sent: Sent, access: string | null) => Promise<Response>

async function authorised(sent: Sent, send: Ask = ask): Promise<Response> {
  const response = await signedIn(sent, send)
  if (response.status !== 403 || !(await needsStepUp(response))) return response
  return (await stepUp()) ? signedIn(sent, send) : response
}

async function signedIn(sent: Sent, send: Ask): Promise<Response> {
  for (;;) {
    const used = readAccess()
    const response = await send(sent, used)
    if (response.status !== 401) return response
    const asked = readSession().staff?.id
    if (!(await renew(used))) await signedInAgain()
    // Another person must not repeat what the first one asked.
    if (readSession().staff?.id !== asked) return response
  }
}

async function needsStepUp(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'step_up_required'
}

function ask(sent: Sent, access: string | null): Promise<Response> {
  return fetch(`/api${sent.path}`, {
    method: sent.method,
    // Public answers may be a moment old in the browser, and staff want to see what they have just saved.
    cache: 'no-cache',
    headers: {
      accept: 'application/json',
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.ifMatch === undefined ? {} : { 'if-match': sent.ifMatch }),
      ...(access ? { authorization: `Bearer ${access}` } : {}),
    },
    // Only the calls of `/staff/auth/` set and read the cookie.
    credentials: 'same-origin',
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    ...(onlyReads(sent.method) ? { signal: AbortSignal.timeout(timings.readTimeout) } : {}),
  }).catch((error: unknown) => {
    throw error instanceof TypeError ? new ConnectionError(error) : error
  })
}

async function read(response: Response): Promise<Received> {
  const text = await response.text().catch((error: unknown) => {
    throw error instanceof TypeError ? new ConnectionError(error) : error
  })
  return { status: response.status, body: parse(text), retryAfter: Number(response.headers.get('retry-after')) || undefined }
}

function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
