import { createHash } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'

/** A new secret of 256 bits. The log masks its form. */
export const makeLinkSecret = ({ random }: Pick<Deps, 'random'>): string => random.bytes(32).toString('base64url')

export const hashOfLinkSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The payment page of a batch with the secret. The page takes it out of the address before anything else is asked.
 * @param part the id of the part of a price that it is for; without one it is for a purchase
 */
export const linkAddress = (
  { config }: { config: Pick<Deps['config'], 'publicUrl'> },
  batchId: number,
  secret: string,
  part?: number,
): string => `${config.publicUrl}${pathTo('start-payment', batchId, { ...(part === undefined ? {} : { part }), offer: secret })}`
