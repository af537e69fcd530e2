import { generateKeyPairSync } from 'node:crypto'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { type Operator, system } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { seal, SealLost, unsealLasting } from '#server/platform/secrets/secrets.ts'

/** The public half of an Ed25519 key, as RFC 8037 writes it. */
export interface PublicKey {
  readonly id: string
  readonly x: string
}

export interface SigningKey extends PublicKey {
  /** The private half. It leaves this process only sealed. */
  readonly d: string
}

export type KeyDeps = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'authSecrets'>; log?: Pick<Deps['log'], 'error'> }

const signingKey = statement<StoredKey>('signing_key', `select id, x, sealed from certificate_keys where retired_at is null`)
const insertSigningKey = statement(
  'insert_signing_key',
  `insert into certificate_keys (x, sealed, created_at) values ($1, $2, app_now()) on conflict do nothing`,
)
const retireSigningKey = statement(
  'retire_signing_key',
  `update certificate_keys set retired_at = app_now(), sealed = null where retired_at is null`,
)
// Only the key that was read: another process may have replaced it.
const retireLostKey = statement(
  'retire_lost_key',
  `update certificate_keys set retired_at = app_now(), sealed = null where id = $1 and retired_at is null`,
)
const resealKey = statement('reseal_key', `update certificate_keys set sealed = $2 where id = $1 and retired_at is null`)
const publicKeys = statement<{ id: number; x: string }>('public_keys', `select id, x from certificate_keys order by id desc`)

const idOf = (id: number) => `key-${id}`

/**
 * Returns the key that signs. The first call makes it; of two processes at once both get the same. A key that AUTH_SECRET can't open any
 * more is replaced, and what it signed remains verifiable.
 */
export async function readSigningKey(deps: KeyDeps): Promise<SigningKey> {
  const found = await ensureKey(deps)
  try {
    return await openKey(deps, found)
  } catch (error) {
    if (!(error instanceof SealLost)) throw error
    await transactionAs(deps, system, async (tx) => {
      await rows(tx, retireLostKey, [found.id])
      await insertNewKey(deps, tx)
    })
    deps.log?.error({ key: idOf(found.id) }, 'AUTH_SECRET no longer opens the key of certificates; a new key signs from now on')
    return openKey(deps, await one(deps.db, signingKey))
  }
}

interface StoredKey {
  id: number
  x: string
  sealed: Buffer
}

async function ensureKey(deps: KeyDeps): Promise<StoredKey> {
  const found = await row(deps.db, signingKey)
  if (found) return found
  await insertNewKey(deps, deps.db)
  return one(deps.db, signingKey)
}

/** Seals the key again, so that a former AUTH_SECRET may be dropped. @throws SealLost */
async function openKey(deps: KeyDeps, { id, x, sealed }: StoredKey): Promise<SigningKey> {
  const { value, resealed } = unsealLasting(deps.config.authSecrets, sealed, 'credential-key-seal')
  if (resealed) await rows(deps.db, resealKey, [id, resealed])
  return { id: idOf(id), x, d: String(value['d']) }
}

/** Returns the public half of every key that has signed, the newest first. */
export async function listPublicKeys(deps: KeyDeps): Promise<PublicKey[]> {
  await ensureKey(deps)
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
