import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'

/**
 * What only its holder may read: a line with the format, 16 bytes of salt, 12 of nonce, 16 of tag, then gzipped JSON under AES-256-GCM. The key
 * is scrypt of the passphrase.
 */
const magic = Buffer.from('karyashala-sealed-1\n')
const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16]
/** 128 MB and a third of a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const leastPassphrase = 12

const keys = z.object({
  /** Variables of the server: its secrets and addresses. */
  environment: z.record(z.string(), z.string()),
  /** Files of DATA_DIR beside its folders, in base64. */
  files: z.record(z.string().regex(/^[\w.-]+$/), z.base64()),
})
export type Keys = z.output<typeof keys>

/** @throws Error when the passphrase is none that keeps anything secret */
export function requirePassphrase(passphrase: string | undefined): string {
  if (passphrase === undefined)
    throw new Error('Set BACKUP_PASSPHRASE: the keys of the school are sealed with it. Keep it outside of this machine.')
  if (passphrase.length < leastPassphrase)
    throw new Error(`BACKUP_PASSPHRASE needs at least ${leastPassphrase} characters, such as five words.`)
  return passphrase
}

export async function seal(content: Keys, passphrase: string): Promise<Buffer> {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt), nonce)
  cipher.setAAD(magic)
  const body = Buffer.concat([cipher.update(gzipSync(JSON.stringify(content))), cipher.final()])
  return Buffer.concat([magic, salt, nonce, cipher.getAuthTag(), body])
}

/** @throws Error when it is damaged or the passphrase is another one, which can't be told apart */
export async function unseal(sealed: Buffer, passphrase: string): Promise<Keys> {
  let at = magic.length
  const take = (bytes: number) => sealed.subarray(at, (at += bytes))
  const [salt, nonce, tag] = [take(saltBytes), take(nonceBytes), take(tagBytes)]
  try {
    if (!sealed.subarray(0, magic.length).equals(magic)) throw new Error('another format')
    const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, salt), nonce, { authTagLength: tagBytes })
    decipher.setAAD(magic)
    decipher.setAuthTag(tag)
    const text = gunzipSync(Buffer.concat([decipher.update(sealed.subarray(at)), decipher.final()])).toString()
    return keys.parse(JSON.parse(text))
  } catch (error) {
    throw new Error('BACKUP_PASSPHRASE does not open the keys of this set: it was sealed with another one.', { cause: error })
  }
}

function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
