import { expect, test } from 'vitest'
import { readStored } from './player-settings.ts'

const defaults = { rate: 1, captionSize: 'normal', captionPlace: 'bottom', isWide: false }

test('settings of the player are read as stored', () => {
  const stored = { rate: 1.5, captionSize: 'large', captionPlace: 'top', isWide: true }
  expect(readStored(stored)).toEqual(stored)
})

test.each([null, 'text', 7, [], { rate: 99, captionSize: 'huge', captionPlace: 1, isWide: 'yes' }, { rate: '2' }])(
  'stored settings without sense are the defaults: %j',
  (stored) => {
    expect(readStored(stored)).toEqual(defaults)
  },
)
