import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'

const form = /^([\w-]{43})\.ics$/

/** A new secret of 256 bits for the address of a feed. */
export const makeFeedSecret = ({ random }: Pick<Deps, 'random'>): string => random.bytes(32).toString('base64url')

export const hashOfFeedSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const feedAddress = ({ config }: Pick<Deps, 'config'>, secret: string): string =>
  `${config.publicUrl}/calendar/${secret}.ics`

/** Returns the secret in the file name of a feed's address, or undefined for any other name. */
export const secretIn = (file: string): string | undefined => form.exec(file)?.[1]
