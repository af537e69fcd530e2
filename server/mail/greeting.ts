/**
 * The first words of a mail. A stranger can enter any address with any text as the name, so only a given name is repeated:
 * an advertisement or a web address is not sent to that address.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u)
  return /^(?:[\p{L}\p{M}'’-]|\u200c|\u200d){2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}
