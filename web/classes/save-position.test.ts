import { expect, it } from 'vitest'
import { createPositionSaver } from './save-position.ts'

function watch() {
  const sent: [number, number, boolean][] = []
  const clock = { now: 1_000_000 }
  const saver = createPositionSaver({
    now: () => clock.now,
    send: (position, watchedAt, leaving) => sent.push([position, Date.parse(watchedAt), leaving]),
  })
  return { sent, clock, saver }
}

it('saves every ten seconds of playing, with the time', () => {
  const { sent, clock, saver } = watch()
  saver.startAt(20)
  for (let second = 1; second <= 25; second += 1) {
    clock.now += 1000
    saver.playing(20 + second)
  }
  expect(sent).toEqual([
    [30, 1_010_000, false],
    [40, 1_020_000, false],
  ])
})

it('saves once when playback stops or the page closes', () => {
  const { sent, clock, saver } = watch()
  saver.startAt(20)
  saver.stopped(20.4)
  clock.now += 500
  saver.stopped(21.2)
  saver.leaving(21.3)
  saver.leaving(33.9)
  expect(sent).toEqual([
    [21, 1_000_500, false],
    [33, 1_000_500, true],
  ])
})

it('saves a position after seeking backwards', () => {
  const { sent, saver } = watch()
  saver.startAt(40)
  saver.stopped(5)
  expect(sent.map(([position]) => position)).toEqual([5])
})
