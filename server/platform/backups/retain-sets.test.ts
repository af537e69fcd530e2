import { expect, test } from 'vitest'
import type { KeptBackup } from './records.ts'
import { chooseOld } from './retain-sets.ts'

const now = new Date('2026-11-30T03:00:00Z')

/** A set of each night, the newest first. */
const nights = (count: number, isVerified: (age: number) => boolean = () => true): KeptBackup[] =>
  Array.from({ length: count }, (_, age) => ({
    name: `${age} days old`,
    folder: `/mnt/backups/${age}`,
    place: '/mnt/backups',
    madeAt: new Date(now.getTime() - age * 24 * 3600 * 1000),
    firstSegment: null,
    isVerified: isVerified(age),
  }))

const oldOf = (kept: KeptBackup[], retention: { sets: number; days: number }) =>
  chooseOld(kept, retention, now).map(({ name }) => name)

test('sets that are too many and too old are chosen', () => {
  expect(oldOf(nights(6), { sets: 2, days: 3 })).toEqual(['4 days old', '5 days old'])
})

test('the newest sets stay whatever their age', () => {
  expect(oldOf(nights(6).slice(4), { sets: 2, days: 1 })).toEqual([])
})

test('young sets stay however many they are', () => {
  expect(oldOf(nights(6), { sets: 1, days: 30 })).toEqual([])
})

test('the newest verified set stays in any case', () => {
  const kept = nights(6, (age) => age >= 4)
  expect(oldOf(kept, { sets: 1, days: 1 })).toEqual(['2 days old', '3 days old', '5 days old'])
})
