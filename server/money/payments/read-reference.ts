import { invalid } from '#server/platform/errors/errors.ts'

/**
 * Returns a reference as it is stored: full-width and circled signs are those that they look like, and what nobody sees is left out.
 * @throws HttpError 400 without letters or digits, or with others than Latin ones, which would not tell two references apart
 */
export function readReference(given: string): string {
  const reference = given
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (!/[A-Za-z0-9]/.test(reference)) throw refuse('Please give the reference.')
  if (/[^\P{L}A-Za-z]|[^\P{N}0-9]/u.test(reference)) throw refuse('Please write the reference in Latin letters and digits.')
  return reference
}

const refuse = (message: string) => invalid(message, { reference: [message] })
