import { expect, it } from 'vitest'
import { breakLines } from './set-type.ts'
import { noteColumn, noteSize } from './draw-card.ts'
import { startLine } from './read-card.ts'

it('the date of a card fits its line with IST', () => {
  const lateOn = (month: number, day: number) => new Date(Date.UTC(2026, month, day, 17, 29))
  const months = Array.from({ length: 12 }, (_, month) => lateOn(month, 28))
  const weekdays = Array.from({ length: 7 }, (_, day) => lateOn(8, 20 + day))
  for (const start of [...months, ...weekdays]) {
    const note = `Next batch ${startLine(start)}`
    expect(note).toMatch(/ 10:59 PM IST$/)
    expect(breakLines(note, noteSize, 500, noteColumn, 1)).toEqual([note])
  }
})
