import { randomBytes, randomInt, randomUUID } from 'node:crypto'

export interface Random {
  uuid(): string
  bytes(count: number): Buffer
  /** Decimal digits, uniform over all strings of that length. */
  digits(count: number): string
}

export const systemRandom: Random = {
  uuid: randomUUID,
  bytes: randomBytes,
  digits: (count) =>
    randomInt(10 ** count)
      .toString()
      .padStart(count, '0'),
}
