import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

/** The record that a preview shows although visitors do not see it. */
export interface Preview {
  /** Name of the staff resource. */
  resource: string
  id: number
}

/** The header by which a rendered page passes the token of its address to its calls. */
export const previewHeader = 'x-preview'

/** Hours for which a link works. */
const lifetime = 24
const payload = z.tuple([z.string(), z.int().positive(), z.int()])

/** Returns a token for `?preview=` that shows one record for a day. */
export function signPreview({ config, clock }: Pick<Deps, 'config' | 'clock'>, { resource, id }: Preview): string {
  const expires = Math.floor(clock().getTime() / 1000) + lifetime * 3600
  const text = Buffer.from(JSON.stringify([resource, id, expires])).toString('base64url')
  return `${text}.${hmac(keysFor(config.authSecrets, 'preview')[0], text).toString('base64url')}`
}

/** Returns the record of a valid token, else undefined. */
export function readPreview({ config, clock }: Pick<Deps, 'config' | 'clock'>, token: unknown): Preview | undefined {
  const [, text, signature] = /^([\w-]{1,200})\.([\w-]{43})$/.exec(typeof token === 'string' ? token : '') ?? []
  if (text === undefined || signature === undefined) return undefined
  const received = Buffer.from(signature, 'base64url')
  const isSigned = keysFor(config.authSecrets, 'preview').some((key) => {
    const expected = hmac(key, text)
    return expected.length === received.length && timingSafeEqual(expected, received)
  })
  if (!isSigned) return undefined
  const [resource, id, expires] = payload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return expires > clock().getTime() / 1000 ? { resource, id } : undefined
}

/** Returns the id to show when the preview is of this resource, else null, for a condition `id = $n` in SQL. */
export function previewedId(preview: Preview | undefined, resource: string): number | null {
  return preview?.resource === resource ? preview.id : null
}
