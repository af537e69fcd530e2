import { generateKeyPairSync } from 'node:crypto'
import { transactionAs } from '../audit/staff-transaction.ts'
import type { Operator } from '../auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { seal, unseal } from '../secrets.ts'

/** The public half of an Ed25519 key, as RFC 8037 writes it. */
export interface PublicKey {
  readonly id: string
  readonly x: string
}

export interface SigningKey extends PublicKey {
  /** The private half. It leaves this process only sealed. */
  readonly d: string
}

export type KeyDeps = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'authSecrets'> }

const signingKey = statement<{ id: number; x: string; sealed: Buffer }>(
  'signing_key',
  `select id, x, sealed from certificate_keys where retired_at is null`,
)
const insertSigningKey = statement(
  'insert_signing_key',
  `insert into certificate_keys (x, sealed, created_at) values ($1, $2, app_now()) on conflict do nothing`,
)
const retireSigningKey = statement(
  'retire_signing_key',
  `update certificate_keys set retired_at = app_now(), sealed = null where retired_at is null`,
)
const publicKeys = statement<{ id: number; x: string }>('public_keys', `select id, x from certificate_keys order by id desc`)

const idOf = (id: number) => `key-${id}`

/** Returns the key that signs. The first call makes it; of two processes at once both get the same. */
export async function readSigningKey(deps: KeyDeps): Promise<SigningKey> {
  let found = await row(deps.db, signingKey)
  if (!found) {
    await insertNewKey(deps, deps.db)
    found = await one(deps.db, signingKey)
  }
  const { d } = unseal(deps.config.authSecrets, found.sealed, 'credential-key-seal')
  return { id: idOf(found.id), x: found.x, d: String(d) }
}

/** Returns the public half of every key that has signed, the newest first. */
export async function listPublicKeys(deps: KeyDeps): Promise<PublicKey[]> {
  await readSigningKey(deps)
  return (await rows(deps.db, publicKeys)).map(({ id, x }) => ({ id: idOf(id), x }))
}

/** Makes a new key that signs from now on. What the former key signed remains verifiable. Returns the new key's id. */
export async function rotateSigningKey(deps: KeyDeps, operator: Operator): Promise<string> {
  return transactionAs(deps, operator, async (tx) => {
    await rows(tx, retireSigningKey)
    await insertNewKey(deps, tx)
    return idOf((await one(tx, signingKey)).id)
  })
}

async function insertNewKey(deps: KeyDeps, db: Queryable): Promise<void> {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  await rows(db, insertSigningKey, [x, seal(deps.config.authSecrets, { d }, 'credential-key-seal')])
}
