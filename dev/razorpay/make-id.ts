import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns an id in the provider's format: the prefix and 14 alphanumerics. */
export function makeId(prefix: 'order_' | 'pay_' | 'rfnd_' | 'card_' | 'evt_' | 'acc_' | 'setl_'): string {
  let id: string = prefix
  for (let i = 0; i < 14; i += 1) id += alphabet.charAt(randomInt(alphabet.length))
  return id
}

/** Returns random digits for a bank reference. */
export function makeDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}
