import { body, type ErrorBody } from '#contract/errors.ts'

/** An error response; `fields` holds messages by field name, `facts` what the endpoint's error has besides. */
export class HttpError extends Error {
  readonly status: number
  readonly body: ErrorBody & { current?: object }
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string[]>; retryAfter?: number; current?: object; facts?: object } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.body = Object.assign(body(message, code, more.fields), more.current ? { current: more.current } : {}, more.facts)
    this.retryAfter = more.retryAfter
  }
}

export const invalid = (message: string, fields?: Record<string, string[]>) =>
  new HttpError(400, 'invalid', message, fields ? { fields } : {})
export const unauthenticated = () =>
  new HttpError(401, 'unauthenticated', 'Authentication credentials were not provided or have expired.')
export const forbidden = (message = 'You may not do this.') => new HttpError(403, 'forbidden', message)
/** Error 403 for a call that asks for the second factor again. */
export const stepUpRequired = () =>
  new HttpError(403, 'step_up_required', 'Please confirm with your second factor. The last one is older than 15 minutes.')
export const notFound = (message = 'Not found.') => new HttpError(404, 'not_found', message)
export const conflict = (code: string, message: string, fields?: Record<string, string[]>) =>
  new HttpError(409, code, message, fields ? { fields } : {})
export const gone = (code: string, message: string) => new HttpError(410, code, message)
export const unsupportedMediaType = (message = 'Please send JSON.') => new HttpError(415, 'unsupported_media_type', message)
/** Error 412 for a change based on an older version. @param current the current record */
export const stale = (current: object) => new HttpError(412, 'stale', 'Somebody else has changed this.', { current })
/** Error 428 for a change without a version. */
export const versionRequired = () =>
  new HttpError(428, 'version_required', 'Please name the version that you change, in If-Match.')
/** @param seconds until the call may be retried */
export const tooMany = (message: string, seconds: number) =>
  new HttpError(429, 'rate_limited', message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
export const unavailable = (message: string, seconds = 5) => new HttpError(503, 'unavailable', message, { retryAfter: seconds })

/** Thrown for a change based on an older version; carries the current record. */
export class StaleVersion extends Error {
  readonly current: object

  constructor(current: object) {
    super('the record has another version')
    this.current = current
  }
}
