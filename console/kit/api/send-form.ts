import { ConnectionError, type Sent } from '#contract/client.ts'

/** Sends the body's fields as a form. `fetch` can't tell how much of a file has been sent, so this is an XMLHttpRequest. */
export function sendForm(sent: Sent, access: string | null, onProgress: (share: number) => void): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.body ?? {})) {
    if (value instanceof Blob || typeof value === 'string') form.append(name, value)
  }
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(sent.method, `/api${sent.path}`)
  request.setRequestHeader('accept', 'application/json')
  if (access) request.setRequestHeader('authorization', `Bearer ${access}`)
  if (sent.ifMatch !== undefined) request.setRequestHeader('if-match', sent.ifMatch)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
  request.addEventListener('load', () => {
    const retryAfter = request.getResponseHeader('retry-after')
    const headers = new Headers(retryAfter === null ? undefined : { 'retry-after': retryAfter })
    resolve(new Response(request.responseText, { status: request.status, headers }))
  })
  request.addEventListener('error', () => reject(new ConnectionError(new TypeError('the form was not sent'))))
  request.send(form)
  return promise
}
