import { expect, it } from 'vitest'
import { createPositionKeeper } from './save-position.ts'

function watch() {
  const sent: [number, number, boolean][] = []
  const clock = { now: 1_000_000 }
  const keeper = createPositionKeeper({
    now: () => clock.now,
    send: (position, watchedAt, leaving) => sent.push([position, Date.parse(watchedAt), leaving]),
  })
  return { sent, clock, keeper }
}

it('saves every ten seconds of playing, with the time of the position', () => {
  const { sent, clock, keeper } = watch()
  keeper.startAt(20)
  for (let second = 1; second <= 25; second += 1) {
    clock.now += 1000
    keeper.playing(20 + second)
  }
  expect(sent).toEqual([
    [30, 1_010_000, false],
    [40, 1_020_000, false],
  ])
})

it('saves once when playback stops or the page closes', () => {
  const { sent, clock, keeper } = watch()
  keeper.startAt(20)
  keeper.stopped(20.4)
  clock.now += 500
  keeper.stopped(21.2)
  keeper.leaving(21.3)
  keeper.leaving(33.9)
  expect(sent).toEqual([
    [21, 1_000_500, false],
    [33, 1_000_500, true],
  ])
})

it('saves a position after seeking backwards', () => {
  const { sent, keeper } = watch()
  keeper.startAt(40)
  keeper.stopped(5)
  expect(sent.map(([position]) => position)).toEqual([5])
})
