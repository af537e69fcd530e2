import { createClient } from '#contract/client.ts'
import { readStored } from './storage.ts'

/** A client that never renews or ends a session, for data beside a payment: they are not worth a way to the login. */
export const quietCall = createClient(async (sent) => {
  const response = await fetch(`/api${sent.path}`, {
    method: sent.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${readStored('accessToken')}` },
    credentials: 'omit',
    keepalive: true,
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  })
  return { status: response.status, body: await response.json() }
})
