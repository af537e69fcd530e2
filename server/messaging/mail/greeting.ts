/**
 * Returns the greeting of a mail. A stranger can enter any address and any text as the name, so only a plausible given name
 * is repeated, never an advertisement or a web address.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u)
  return /^(?:[\p{L}\p{M}'’-]|\u200c|\u200d){2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}
