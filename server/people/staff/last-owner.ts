import { conflict } from '#server/platform/errors/errors.ts'

export const lastOwner = {
  code: 'last_owner',
  field: 'roles',
  message: 'This is the last active owner. Make somebody else an owner first.',
} as const

/** Turns the refusal of the database into an error 409. */
export function refuseLastOwner(error: unknown): never {
  if (!(error instanceof Error && 'constraint' in error && error.constraint === 'staff_keep_an_owner')) throw error
  throw conflict(lastOwner.code, lastOwner.message, { [lastOwner.field]: [lastOwner.message] })
}
