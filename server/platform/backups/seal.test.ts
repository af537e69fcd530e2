import { expect, test } from 'vitest'
import { requirePassphrase, seal, unseal } from './seal.ts'

const content = { environment: { AUTH_SECRET: 'a secret of the school' }, files: { 'secrets.json': 'e30=' } }
const passphrase = 'five words of a sentence'

test('sealed keys open with their passphrase alone', async () => {
  const sealed = await seal(content, passphrase)
  expect(sealed.toString('latin1')).not.toMatch(/AUTH_SECRET|secrets\.json|a secret of the school/)
  expect(await unseal(sealed, passphrase)).toEqual(content)
  await expect(unseal(sealed, `${passphrase}.`)).rejects.toThrow(/^BACKUP_PASSPHRASE does not open the keys/)
})

test('sealed keys that changed do not open', async () => {
  const sealed = await seal(content, passphrase)
  for (const at of [0, 55, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    await expect(unseal(changed, passphrase)).rejects.toThrow(/does not open the keys/)
  }
})

test('two sets with the same keys are sealed differently', async () => {
  const [one, two] = await Promise.all([seal(content, passphrase), seal(content, passphrase)])
  expect(one.equals(two)).toBe(false)
})

test('a missing or short passphrase is refused', () => {
  expect(() => requirePassphrase(undefined)).toThrow(/^Set BACKUP_PASSPHRASE/)
  expect(() => requirePassphrase('short')).toThrow(/at least 12 characters/)
  expect(requirePassphrase(passphrase)).toBe(passphrase)
})
