import { conflict } from '#server/platform/errors/errors.ts'

/** @throws HttpError 409 for a disabled account, which no invitation opens */
export function refuseDisabled({ disabled }: { disabled: boolean }): void {
  if (disabled) throw conflict('disabled', 'This account is disabled. Enable it first.')
}
