import { expect, it } from 'vitest'
import { breakLines } from './set-type.ts'
import { noteColumn, noteSize } from './draw-card.ts'
import { startLine } from './read-card.ts'

it('the date of a card fits its line with IST', () => {
  const lastMinute = Date.UTC(2026, 0, 1, 17, 29)
  for (let day = 0; day < 365; day += 1) {
    const note = `Next batch ${startLine(new Date(lastMinute + day * 86_400_000))}`
    expect(note).toMatch(/ 10:59 PM IST$/)
    expect(breakLines(note, noteSize, 500, noteColumn, 1)).toEqual([note])
  }
})
