interface Sent {
  body?: object | FormData
  /** The version that the change is based on. */
  version?: number
}
/** Calls `/api/staff/…`. @throws when it is refused */
export type StaffCall = <Answer>(method: 'GET' | 'POST' | 'PATCH', path: string, sent?: Sent) => Promise<Answer>

/** Returns a function that calls `/api/staff/…`. @param target is asked before each call, because servers and tokens change */
export function staffCalls(target: () => { url: string; token: string } | Promise<{ url: string; token: string }>): StaffCall {
  return async <Answer>(method: string, path: string, { body, version }: Sent = {}) => {
    const { url, token } = await target()
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api/staff/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
