import { refreshSession as refreshEndpoint } from '#contract/people/accounts.ts'
import { ApiError, ConnectionError, createClient, type Received, type Sent } from '#contract/client.ts'
import { onlyReads } from '#contract/endpoint.ts'
import { busyTrying } from '#contract/messages.ts'
import { pathTo } from '#contract/pages.ts'
import { busyTries, timings } from '#contract/rules.ts'
import { beginWaiting } from '#ui/waiting.ts'
import { withConnectionError } from './error-message.ts'
import { bearer, headersOf, readTimeout, takeFirstCall } from './first-calls.ts'
import { pathToLogin } from './return-to.ts'
import { clearSession } from './session.ts'
import { readStored, store } from './storage.ts'
import { toast } from './toast.ts'

/** The contract's client for the browser: bearer token, one token refresh per request, a timeout for reads. */
export const call = createClient(async (given, endpoint) => {
  const sent = endpoint.bodyType === 'multipart/form-data' ? { ...given, body: formOf(given.body) } : given
  const used = readStored('accessToken')
  const first = await sendPatiently(sent, used && bearer(used))
  if (first.status !== 401 || endpoint.access === 'public' || !readStored('refreshToken')) return first
  const access = await refreshOnce(used)
  return access ? sendPatiently(sent, bearer(access)) : first
})

/** Sends a call again that was refused because the school is busy. Nothing of it was done, so a write can be repeated too. */
async function sendPatiently(sent: Sent, authorization: string | null): Promise<Received> {
  let endWaiting: (() => void) | undefined
  try {
    for (let tries = 1; ; tries += 1) {
      const received = await send(sent, authorization)
      if (!isBusy(new ApiError(received)) || tries === busyTries) return received
      toast.form('info', busyTrying)
      // The toast goes before the next try. The words stay beside the button that was pressed.
      endWaiting ??= beginWaiting(busyTrying)
      await new Promise((go) => setTimeout(go, (received.retryAfter ?? timings.formToast / 1000) * 1000))
    }
  } finally {
    endWaiting?.()
  }
}

/** Downloads a document of the student, with the token and refresh of any call. @throws ApiError */
export async function download(path: string): Promise<Downloaded> {
  const used = readStored('accessToken')
  const sent: Sent = { method: 'GET', path, body: undefined }
  let response = await ask(sent, used && bearer(used))
  if (response.status === 401 && readStored('refreshToken')) {
    const access = await refreshOnce(used)
    if (access) response = await ask(sent, bearer(access))
  }
  return fileOf(response)
}

export interface Downloaded {
  filename: string
  file: Blob
}

/** The file of an answer. @throws ApiError */
export async function fileOf(response: Response): Promise<Downloaded> {
  if (!response.ok) throw new ApiError({ status: response.status, body: parse(await answered(response.text())) })
  const filename = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { filename: filename ?? 'document.pdf', file: await answered(response.blob()) }
}

/** @param authorization the header of that name */
export async function send(sent: Sent, authorization: string | null): Promise<Received> {
  const response = await ask(sent, authorization)
  const text = await answered(response.text())
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return { status: response.status, body: parse(text), retryAfter }
}

/** The fields of a body as a form, which is how a file is sent. */
function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob || typeof value === 'string') form.append(name, value)
  }
  return form
}

export function ask(sent: Sent, authorization: string | null): Promise<Response> {
  const first = sent.method === 'GET' ? takeFirstCall(sent.path, authorization) : undefined
  return answered(first ?? fetch(`/api${sent.path}`, optionsOf(sent, authorization)))
}

function optionsOf({ method, body, ifMatch }: Sent, authorization: string | null): RequestInit {
  return {
    method,
    headers: {
      ...headersOf(authorization),
      // The browser names the type of a form, with its boundary.
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    credentials: 'omit',
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    // Writes have no timeout here: the server limits them, and a payment's response must not be lost.
    ...(onlyReads(method) ? { signal: readTimeout() } : {}),
  }
}

/** Maps `fetch`'s TypeError to ConnectionError. A timeout error is passed on. */
function answered<Value>(asked: Promise<Value>): Promise<Value> {
  return asked.catch((error: unknown) => {
    throw error instanceof TypeError ? new ConnectionError(error) : error
  })
}

function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Refreshes the token under a lock shared by all tabs, so that two tabs make one request. */
async function refreshOnce(used: string | null): Promise<string | null> {
  const work = async () => {
    const now = readStored('accessToken')
    if (now && now !== used) return now
    const refresh = readStored('refreshToken')
    if (!refresh) return null
    const received = await send({ method: refreshEndpoint.method, path: refreshEndpoint.path, body: { refresh } }, null)
    if (received.status === 401) {
      endSession()
      return null
    }
    // Only a 401 ends the session; a lost connection must not log the student out.
    if (received.status !== 200) throw new ApiError(received)
    const next = received.body as { access: string; refresh?: string }
    store('accessToken', next.access)
    if (next.refresh) store('refreshToken', next.refresh)
    return next.access
  }
  return navigator.locks ? navigator.locks.request('karyashala-refresh', work) : work()
}

function endSession(): void {
  clearSession()
  const here = location.pathname + location.search
  if (location.pathname !== pathTo('login')) location.assign(pathToLogin(here))
}

/** Whether the school refused a call because it has too many. */
export function isBusy(error: unknown): error is ApiError {
  return isEndpointError(error, 503) && error.code === 'busy'
}

export function isEndpointError(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

/** Returns the error text for the user: the server's message, or `fallback` with the reason when the connection was lost. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : withConnectionError(fallback, error)
}
